import FaultServer
import Foundation
import TestSupport
import Testing

/// What is stored of descriptions: by whom it is shared, and what holds without a folder to store it in.
@Suite(.mayBlock) struct StoredDescriptionTests {
  private static let shelf = AddingAPIsTests.description(
    #"""
    "/items/{id}":{"get":{"operationId":"getItem",
      "parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
      "responses":{"200":{"description":"","content":{"application/json":{"schema":
        {"type":"object","required":["name"]}}}}}}}
    """#, title: "Shelf")
  private static let other = AddingAPIsTests.description(
    #""/parts":{"get":{"operationId":"listParts","responses":{"200":{"description":""}}}}"#,
    title: "Parts")
  private static let secured =
    String(
      AddingAPIsTests.description(
        #""/me":{"get":{"operationId":"me","security":[{"O":[]}]}}"#, title: "Secured"
      ).dropLast())
    + #","components":{"securitySchemes":{"O":{"type":"oauth2","flows":{"password":{"tokenUrl":"token","scopes":{}}}}}}}"#

  private static func server(_ description: String = shelf) throws -> FaultServer {
    try FaultServer { request in
      let text =
        switch request.target {
        case "/openapi.json": description
        case "/token": #"{"access_token":"t-1","token_type":"bearer"}"#
        case "/me":
          #"{"user":"\#(request.header("Authorization") ?? "nobody")"}"#
        default: #"{"id":"i-1","name":"Anchor"}"#
        }
      return .status(200, Array(text.utf8), type: "application/json")
    }
  }

  /// Writes a configuration with the API `wh`, whose description is `openapi.json` beside it.
  private static func team(
    _ folder: String, _ description: String, at server: FaultServer, in home: Sandbox
  ) throws -> String {
    try home.file("\(folder)/openapi.json", description)
    return try home.file(
      "\(folder)/team.json",
      """
      { apis: { wh: { description: 'openapi.json',
        environments: { ci: { baseURL: '\(server.url)' } } } } }
      """)
  }

  @Test func `another configuration's API of the same name leaves the user's description alone`()
    throws
  {
    let server = try Self.server()
    defer { server.stop() }
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", server.url, "--yes")
    let mine = try home.descriptionFiles
    let contents = mine.map { FileManager.default.contents(atPath: $0) }
    let teams = try [
      Self.team("one", Self.other, at: server, in: home),
      Self.team("two", Self.shelf, at: server, in: home),
    ]
    try home.succeed("--config", teams[0], "wh", "listParts")
    try home.succeed("--config", teams[1], "wh", "getItem", "i-1")
    try home.succeed("--config", teams[0], "api", "refresh", "wh", "--yes")
    #expect(try home.seashell("--config", teams[0], "wh", "getItem", "i-1").status == 2)
    #expect(
      try home.succeed("--config", teams[1], "api", "list", "-o", "jsonl").contains("Shelf"))
    try home.succeed("--config", teams[0], "api", "remove", "wh", "--yes")
    #expect(mine.map { FileManager.default.contents(atPath: $0) } == contents)
    #expect(
      try home.succeed("-c", "wh getItem i-1 | get name; expect-schema") == "Anchor\n")
  }

  @Test func `a team's configuration removes its API, and not the user's of the same description`()
    throws
  {
    let server = try Self.server()
    defer { server.stop() }
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", server.url, "--yes")
    let copy = try home.file(
      "team.json",
      try String(
        contentsOf: home.home.appending(path: "config/seashell/config.json"), encoding: .utf8))
    try home.succeed("--config", copy, "api", "remove", "wh", "--yes")
    #expect(try home.succeed("-c", "wh getItem i-1 | get name") == "Anchor\n")
  }

  @Test func `runs that begin at once all have their commands`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let home = try Sandbox()
    let paths = (0..<200).map { #""/p\#($0)":{"get":{"operationId":"op\#($0)"}}"# }
    let team = try Self.team(
      "ci", AddingAPIsTests.description(paths.joined(separator: ",")), at: server, in: home)
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let processes = try (0..<8).map {
      try Program.spawn(
        Program.seashell.path, ["--config", team, "wh", "op\($0)"], environment: home.environment,
        directory: home.home, descriptors: [null, null, null])
    }
    #expect(processes.map { Program.wait(for: $0) } == processes.map { _ in 0 })
    #expect(try home.descriptionFiles.count == 1)
  }

  @Test func `files of a former version are found, and replaced at the next refresh`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", server.url, "--yes")
    let folder = "\(home.home.path)/state/seashell/apis"
    for file in try home.descriptionFiles {
      try FileManager.default.moveItem(
        atPath: file,
        toPath: "\(folder)/wh.index" + (file.hasSuffix(".text") ? ".text" : ""))
    }
    #expect(try home.succeed("-c", "wh getItem i-1 | get name; expect-schema") == "Anchor\n")
    // Another configuration's API does not take them.
    let team = try Self.team("ci", Self.other, at: server, in: home)
    try home.succeed("--config", team, "wh", "listParts")
    #expect(try home.descriptionFiles.count == 3)
    try home.succeed("api", "refresh", "wh")
    #expect(try home.descriptionFiles.count == 3)
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/wh.index"))
    #expect(try home.succeed("-c", "wh getItem i-1 | get name; expect-schema") == "Anchor\n")
  }

  /// Variables of a user who has no folder to write to: no home, or one that is a file.
  private static let homeless: [[String: String]] = [
    ["HOME": "/dev/null/home"],
    ["HOME": "/dev/null/home", "XDG_STATE_HOME": "/dev/null/state"],
  ]

  @Test(arguments: homeless)
  func `a user without a folder for the state has operations`(variables: [String: String]) throws {
    let server = try Self.server()
    defer { server.stop() }
    let home = try Sandbox()
    let team = try Self.team("ci", Self.shelf, at: server, in: home)
    let none = ["XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": ""].merging(
      variables
    ) { $1 }
    for line in ["wh getItem i-1 | get name", "api show wh > /dev/null; wh getItem i-1 | get name"]
    {
      let result = try home.seashell("--config", team, "-c", line, environment: none)
      #expect(result.output == "Anchor\n", "\(result.errors)")
      #expect(!result.errors.contains("cannot"), "\(result.errors)")
    }
    // A description from the network is fetched for the run.
    let network = try home.file(
      "network.json",
      """
      { apis: { wh: { description: '\(server.url)/openapi.json',
        environments: { ci: { baseURL: '\(server.url)' } } } } }
      """)
    let fetched = try home.seashell(
      "--config", network, "-c", "api refresh wh; wh getItem i-1 | get name; expect-schema",
      environment: none)
    #expect(fetched.status == 0 && fetched.output == "Anchor\n", "\(fetched.errors)")
    #expect(
      fetched.errors.contains("the description of 'wh' is kept for this run only: cannot create "),
      "\(fetched.errors)")
  }

  @Test func `a user without a folder for the state is signed in for the run`() throws {
    let server = try Self.server(Self.secured)
    defer { server.stop() }
    let home = try Sandbox(environment: ["XDG_STATE_HOME": "/dev/null/state", "PW": "secret"])
    let team = try Self.team("ci", Self.secured, at: server, in: home)
    let logIn = "session login wh --user ada --password-env PW"
    let result = try home.seashell(
      "--config", team, "-c", "\(logIn); wh me | get user; session logout wh")
    #expect(result.output == "Bearer t-1\n", "\(result.errors)")
    #expect(
      result.errors.contains(
        "the session is kept for this run only: cannot create /dev/null/state"),
      "\(result.errors)")
    // It would be of no use to a single command.
    let alone = try home.seashell(
      "--config", team, "session", "login", "wh", "--user", "ada", "--password-env", "PW")
    #expect(alone.status == 1 && alone.errors.contains("the session cannot be stored: "))
  }

  @Test(arguments: ["", "XDG_STATE_HOME"])
  func `a home folder that is not there is not created`(variable: String) throws {
    let server = try Self.server()
    defer { server.stop() }
    let home = try Sandbox()
    let missing = "\(home.home.path)/missing"
    let team = try Self.team("ci", Self.shelf, at: server, in: home)
    var variables = [
      "HOME": missing, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "",
    ]
    if !variable.isEmpty { variables[variable] = "\(missing)/state" }
    for words in [
      ["--config", team, "wh", "getItem", "i-1"], ["products", "list"],
      ["api", "add", "wh", server.url, "--yes"], ["env", "add", "qa", server.url],
      ["session", "login", "--user", "demo", "--password-stdin"],
      ["modules", "add", "m", "--yes", "--", "/bin/true"],
    ] {
      _ = try Program.run(
        Program.seashell.path, words, input: Data("demo\n".utf8),
        environment: home.environment.merging(variables) { $1 }, directory: home.home)
      #expect(!FileManager.default.fileExists(atPath: missing), "\(words)")
    }
    let doctor = try home.seashell("doctor", environment: variables)
    #expect(
      doctor.output.contains("the home folder \(missing) does not exist"), "\(doctor.output)")
  }
}

extension Sandbox {
  /// The paths of the files with what was read of descriptions, in order.
  var descriptionFiles: [String] {
    get throws {
      let folder = "\(home.path)/state/seashell/apis"
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .map { "\(folder)/\($0)" }
    }
  }
}
