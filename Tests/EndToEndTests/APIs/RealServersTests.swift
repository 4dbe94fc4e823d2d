import Foundation
import TestSupport
import Testing

/// Servers that others wrote or generated, with the descriptions that come with them.
@Suite(.mayBlock) struct RealServersTests {
  @Test func `a FastAPI application can be read, written and listed in pages`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", live.address, "--yes")
    #expect(
      try home.statusesOfGets("wh") == ["listItems": 0, "listShelves": 0, "getDenied": 4])

    let drum = try home.succeed("wh", "items", "add", "name=Drum", "count=4", "-o", "jsonl")
    #expect(drum.contains(#""id":"i-4""#), "\(drum)")
    #expect(try home.succeed("-c", "wh items show i-4 | get count") == "4\n")
    try home.succeed("wh", "items", "edit", "i-4", "--count", "5")
    #expect(try home.succeed("-c", "wh items show i-4 | get count") == "5\n")
    let unasked = try home.seashell("wh", "items", "delete", "i-4")
    #expect(unasked.status == 2 && unasked.errors.contains("pass --yes"), "\(unasked.errors)")
    try home.succeed("wh", "items", "delete", "i-4", "--yes")
    let gone = try home.seashell("wh", "items", "show", "i-4")
    #expect(gone.status == 3 && gone.errors.contains("no item i-4"), "\(gone.errors)")

    let before = live.requests.count
    let all = "wh shelves list --limit 3 --all | get id"
    #expect(try home.succeed("-c", all) == (1...7).map { "s-\($0)\n" }.joined())
    #expect(
      live.requests.dropFirst(before).map(\.query)
        == ["limit=3", "limit=3&offset=3", "limit=3&offset=6"])
    let first = try home.seashell("-c", "wh shelves list | get id; wh shelves more | get id")
    #expect(first.output == "s-1\ns-2\ns-3\ns-4\n", "\(first.errors)")

    let denied = try home.seashell("wh", "denied", "show")
    #expect(denied.status == 4)
    #expect(denied.errors.contains("sign-in required: who are you?"), "\(denied.errors)")
    let body = #"{"name": "Drum", "count": 1001}"#
    let refused = try home.seashell("wh", "items", "add", "--body", body)
    #expect(refused.status == 6)
    #expect(
      refused.errors.contains(
        "count: Input should be less than or equal to 1000 (POST /items, 422)"),
      "\(refused.errors)")
    let object = try home.seashell("wh", "items", "add", "--body", body, "-o", "json")
    #expect(object.errors.contains(#""field":"count""#), "\(object.errors)")
    // What the description forbids is not sent.
    let sent = live.requests.count
    #expect(try home.seashell("wh", "items", "add", "name=Drum", "count=1001").status == 2)
    #expect(live.requests.count == sent)
  }

  @Test func `a Jupyter server, described by Swagger 2.0, is used with its token`() throws {
    let server = try WebApplication("jupyter", "live")
    let home = try Sandbox(environment: ["JP_TOKEN": "sesame", "WRONG": "simsim"])
    let source = try Self.jupyterDescription()
    let nowhere = try home.seashell("api", "add", "jp", source, "--yes")
    #expect(nowhere.status == 2 && nowhere.errors.contains("pass --url URL"), "\(nowhere.errors)")
    let added = try home.seashell("api", "add", "jp", source, "--url", server.address, "--yes")
    #expect(added.errors.contains("OpenAPI 2.0"), "\(added.errors)")

    // Without its token it says 403, and not 401.
    let stranger = try home.seashell("jp", "status", "show")
    #expect(stranger.status == 4 && stranger.errors.contains("403"), "\(stranger.errors)")
    let field = "Authorization: token sesame"
    try home.succeed("jp", "status", "show", "--header", field)
    for (auth, status) in [
      ("{ type: 'bearer', token: { env: 'WRONG' } }", 4 as Int32),
      ("{ type: 'apiKey', in: 'query', name: 'token', value: { env: 'JP_TOKEN' } }", 0),
      ("{ type: 'bearer', token: { env: 'JP_TOKEN' } }", 0),
    ] {
      try home.configure(
        """
        { apis: { jp: { description: '\(source)', environments: { live: { baseURL: '\(server.address)' } },
            auth: \(auth) } } }
        """)
      let result = try home.seashell("jp", "status", "show")
      #expect(result.status == status, "\(result.errors)")
      #expect(!result.errors.contains("simsim") && !result.errors.contains("sesame"))
    }
    let statuses = try home.statusesOfGets("jp")
    #expect(
      statuses
        == [
          "get-api": 0, "get-api-sessions": 0, "get-api-kernels": 0, "get-api-kernelspecs": 0,
          "get-api-terminals": 0, "get-api-me": 0, "get-api-status": 0, "get-api-spec-yaml": 0,
          // It needs a parameter of the query.
          "get-api-resolve-path": 2,
        ])

    let folder = try home.succeed(
      "jp", "contents", "add", "/", "type=directory", "-o", "jsonl")
    #expect(folder.contains(#""path":"Untitled Folder""#), "\(folder)")
    let file = "Untitled Folder/sea.txt"
    try home.succeed(
      "jp", "contents", "replace", file, "type=file", "format=text", "content=a wörd & more")
    let show = "jp contents show '\(file)' --type file | get content"
    #expect(try home.succeed("-c", show) == "a wörd & more\n")
    #expect(
      try home.succeed("-c", "jp contents show 'Untitled Folder' | get content").contains(file))
    try home.succeed("jp", "contents", "edit", file, "--path", "moved.txt")
    #expect(try home.seashell("-c", show).status == 3)
    try home.succeed("jp", "contents", "add-checkpoints", "moved.txt")
    #expect(
      try home.succeed("-c", "jp contents checkpoints moved.txt | get id") == "checkpoint\n")
    try home.succeed("jp", "contents", "restore", "moved.txt", "checkpoint")
    let wrong = try home.seashell("jp", "contents", "show", "moved.txt", "--format", "base46")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean base64?"), "\(wrong.errors)")
    try home.succeed("jp", "contents", "delete", "moved.txt", "--yes")
    let gone = try home.seashell("jp", "contents", "show", "moved.txt")
    #expect(gone.status == 3 && gone.errors.contains("404 Not found"), "\(gone.errors)")
    #expect(
      try home.succeed("jp", "config", "edit", "sea", "depth:=3", "name=Dory", "-o", "jsonl")
        == #"{"depth":3,"name":"Dory"}"# + "\n")
    #expect(
      server.requests.map(\.status).allSatisfy { $0 < 500 },
      "\(server.requests.filter { $0.status >= 500 })")
  }

  /// The description that is in the package of the server.
  private static func jupyterDescription() throws -> String {
    let library = TranscriptTests.root.appending(path: ".build/web/lib")
    let versions = try FileManager.default.contentsOfDirectory(atPath: library.path)
    let version = try #require(versions.first { $0.hasPrefix("python3") })
    return
      "\(library.path)/\(version)/site-packages/jupyter_server/services/api/api.yaml"
  }
}

extension Sandbox {
  private struct Shown: Decodable {
    let id: String
    let method: String
    let path: String
  }

  /// Calls every GET of an API that has no parameter in its path.
  ///
  /// - Returns: the exit statuses by the operations' ids.
  fileprivate func statusesOfGets(_ api: String) throws -> [String: Int32] {
    let lines = try succeed("api", "show", api, "-o", "jsonl").split(separator: "\n")
    var statuses: [String: Int32] = [:]
    for line in lines {
      let shown = try JSONDecoder().decode(Shown.self, from: Data(line.utf8))
      guard shown.method == "GET", !shown.path.contains("{") else { continue }
      statuses[shown.id] = try seashell(api, shown.id).status
    }
    return statuses
  }
}
