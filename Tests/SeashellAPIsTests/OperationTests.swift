import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellAPIs

/// Commands of operations: the requests that a line sends.
@MainActor
@Suite struct OperationTests {
  private static let paths = #"""
    "/items": {
      "get": {"operationId": "listItems", "parameters": [
        {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
        {"name": "skip", "in": "query", "schema": {"type": "integer", "minimum": 0.0,
          "exclusiveMaximum": 10.0}},
        {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
        {"name": "ids", "in": "query", "explode": false,
          "schema": {"type": "array", "items": {"type": "integer"}}},
        {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["name", "count"]}},
        {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
        {"name": "visitor", "in": "cookie", "schema": {"type": "string"}},
        {"name": "Authorization", "in": "header", "schema": {"type": "string"}}],
        "responses": {"200": {"description": "", "content": {"application/json": {}}}}},
      "post": {"operationId": "createItem", "requestBody": {"required": true, "content": {
        "application/json": {"schema": {"type": "object", "required": ["name"], "properties": {
          "id": {"type": "string", "readOnly": true},
          "name": {"type": "string"}, "count": {"type": "integer"}, "price": {"type": "number"},
          "fragile": {"type": "boolean"}, "note": {"type": ["string", "null"]},
          "tags": {"type": "array", "items": {"type": "string"}},
          "sizes": {"type": "array", "items": {"type": "integer"}},
          "place": {"type": "object", "properties": {"hall": {"type": "string"}}}}}}}}}},
    "/items/{item-id}": {
      "get": {"operationId": "getItem"},
      "put": {"operationId": "putItem", "requestBody": {"content": {"text/plain": {
        "schema": {"type": "string"}}}}},
      "delete": {"operationId": "deleteItem"}},
    "/sites/{site}/items/{item}": {"get": {"operationId": "getStock"}},
    "/items/search": {"post": {"operationId": "searchItems", "requestBody": {"content": {
      "application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {
        "text": {"type": "string"}, "tag": {"type": "array", "items": {"type": "string"}}}}}}}}},
    "/other": {"get": {"operationId": "other", "servers": [{"url": "/alt"}]}},
    "/upload": {"post": {"operationId": "upload", "servers": [{"url": "https://upload.test/v2"}]}},
    "/items/{id}/picture": {"post": {"operationId": "addPicture", "requestBody": {"content": {
      "multipart/form-data": {"schema": {"type": "object", "properties": {
        "title": {"type": "string"}, "picture": {"type": "string", "format": "binary"}}}}}}}}
    """#

  @Test(arguments: [
    ("wh listItems", "GET /items"),
    ("wh listItems --limit 5", "GET /items?limit=5"),
    ("wh listItems --tag a --tag 'b c&d'", "GET /items?tag=a&tag=b%20c%26d"),
    ("wh listItems --ids 1 --ids 2", "GET /items?ids=1,2"),
    ("wh listItems --sort name", "GET /items?sort=name"),
    ("wh listItems --skip 0", "GET /items?skip=0"), ("wh listItems --skip 9", "GET /items?skip=9"),
    ("wh getItem i-1", "GET /items/i-1"),
    ("wh getItem 'a/b ü?'", "GET /items/a%2Fb%20%C3%BC%3F"),
    ("wh getItem '../x'", "GET /items/..%2Fx"),
    ("wh getItem '%2e'", "GET /items/%252e"),
    ("wh getStock north i-1", "GET /sites/north/items/i-1"),
    ("wh getStock '{item}' i-1", "GET /sites/%7Bitem%7D/items/i-1"),
    ("wh deleteItem i-1 --yes", "DELETE /items/i-1"),
  ])
  func `path and query follow the description`(line: String, sent: String) async throws {
    let bench = try OperationBench(paths: Self.paths)
    #expect(await bench.requests(line).map(\.line) == [sent])
  }

  @Test(arguments: [
    ("/a/{b}/c", ["b"], "/a/1/c"), ("/a/{b}-{c}/{b}", ["b", "c"], "/a/1-2/1"),
    ("{b}", ["b"], "/1"), ("", [], ""), ("/a b/{x y}", ["x y"], "/a%20b/1"),
    ("/{a{b}", ["b"], "/%7Ba1"), ("/{{b}}", ["b"], "/%7B1%7D"), ("/{other}", [], "/%7Bother%7D"),
    ("/a/{b}#c", ["b"], "/a/1"), ("/a?b={b};c", ["b"], "/a?b=1;c"), ("/{}", [""], "/1"),
  ])
  func `a path has encoded values in place of its parameters`(
    path: String, names: [String], filled: String
  ) {
    let values = (1...9).prefix(names.count).map(String.init)
    #expect(
      OperationPath(path, names).filled(values).path.replacing("{", with: "%7B")
        .replacing("}", with: "%7D") == filled)
  }

  @Test func `a command may have the name of its group`() async throws {
    let bench = try OperationBench(
      paths: #"""
        "/search": {"post": {"operationId": "searchIt", "x-cli-name": "search",
          "requestBody": {"content": {
          "application/json": {"schema": {"type": "object", "properties": {
            "text": {"type": "string"}}}}}}}}
        """#)
    #expect(await bench.requests("wh search search text=a").map(\.line) == ["POST /search"])
    #expect(await bench.harness.run("help wh search search").output.contains("POST /search"))
  }

  @Test func `header fields and cookies are options, unless the client sets them`()
    async throws
  {
    let bench = try OperationBench(paths: Self.paths)
    let request = try #require(
      await bench.requests("wh listItems --x-trace t-1 --visitor 'a b' --header 'X-More: 1'").first)
    #expect(request.headers["X-Trace"] == "t-1")
    #expect(request.headers["Cookie"] == "visitor=a%20b")
    #expect(request.headers["X-More"] == "1")
    #expect(request.headers["Accept"] == "application/json, */*;q=0.1")
    #expect(await bench.harness.run("wh listItems --Authorization x").status == 2)
    for field in ["X", "X:a\u{1}", "Content-Length: 1", ": a", "A b: c"] {
      #expect(await bench.harness.run("wh listItems --header '\(field)'").status == 2, "\(field)")
    }
    #expect(bench.transport.requests.count == 1)
  }

  @Test(arguments: [
    ("--name Anchor", #"{"name":"Anchor"}"#),
    (
      "--name Anchor --count 5 --price 1.50 --fragile true",
      #"{"name":"Anchor","count":5,"price":1.50,"fragile":true}"#
    ),
    ("--name 5 --note null", #"{"name":"5","note":null}"#),
    ("--name a --tags x --tags y --sizes 1", #"{"name":"a","tags":["x","y"],"sizes":[1]}"#),
    (#"--body '{"name":"a","place":{"hall":"b"}}'"#, #"{"name":"a","place":{"hall":"b"}}"#),
    ("--body @body.json", #"{"name":"from a file"}"#),
  ])
  func `a JSON body comes from options, or is given as a whole`(
    words: String, body: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let file = try bench.file("body.json", #"{"name":"from a file"}"#)
    let line = "wh createItem " + words.replacing("@body.json", with: "@\(file)")
    let request = try #require(await bench.requests(line).first)
    #expect(request.body?.data.map { String(decoding: $0, as: UTF8.self) } == body)
    #expect(request.headers["Content-Type"] == "application/json")
  }

  @Test func `a form is encoded as the description says`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let search = try #require(
      await bench.requests("wh searchItems --text 'a&b c' --tag 1 --tag 2").first)
    #expect(
      search.body?.data.map { String(decoding: $0, as: UTF8.self) } == "text=a%26b%20c&tag=1&tag=2")
    #expect(search.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let file = try bench.file("anchor.txt", "picture")
    let upload = try #require(
      await bench.requests("wh addPicture i-1 --title '@home' --picture '@\(file)'").first)
    #expect(upload.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    let text = try #require(upload.body?.data.map { String(decoding: $0, as: UTF8.self) })
    #expect(text.contains(#"name="title""#) && text.contains("\r\n\r\n@home\r\n"))
    #expect(text.contains(#"filename="anchor.txt""#) && text.contains("\r\n\r\npicture\r\n"))
    let note = try #require(await bench.requests("wh putItem i-1 --body '{not json'").first)
    #expect(note.headers["Content-Type"] == "text/plain")
    #expect(note.body?.data.map { String(decoding: $0, as: UTF8.self) } == "{not json")
  }

  @Test(arguments: [
    ("wh listItems --skip -1", "--skip"), ("wh listItems --skip 10", "--skip"),
    ("wh listItems --limit 0", "--limit"), ("wh listItems --limit x", "x"),
    ("wh listItems --sort size", "size"), ("wh listItems --ids 1 --ids x", "x"),
    ("wh getItem ''", "''"), ("wh getItem ..", ".."), ("wh getItem .", "."),
    ("wh createItem", "createItem"), ("wh createItem --name a --count x", "x"),
    ("wh createItem --name a --fragile yes", "yes"), ("wh createItem --body '{'", "--body"),
    (#"wh createItem --body '{}' --name a"#, "--name"),
    ("wh createItem --id i-1 --name a", "--id"),
    ("wh addPicture i-1 --picture @/proc/nonexistent/file", "--picture"),
    ("wh getItem", "getItem"), ("wh getItem a b", "b"), ("wh nosuch", "nosuch"),
  ])
  func `an invalid word is an error with a caret, and nothing is sent`(
    line: String, word: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let result = await bench.harness.run(line)
    #expect(result.status == (line.contains("/proc/nonexistent") ? 1 : 2), "\(result.errors)")
    #expect(result.errors.contains("^"), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `DELETE asks, and a write in production names what it changes`()
    async throws
  {
    let bench = try OperationBench(paths: Self.paths)
    #expect(await bench.harness.run("wh deleteItem i-1").status == 2)
    #expect(await bench.requests("wh createItem --name a").count == 1)
    let live = try OperationBench(
      paths: Self.paths, "reads: ['POST /items/search'],", isProduction: true)
    for (line, question) in [
      ("wh createItem --name a", "Send POST /items? in production: wh:live (https://wh.test)"),
      ("wh deleteItem i-1", "Send DELETE /items/i-1?"),
    ] {
      let refused = await live.harness.run(line)
      #expect(refused.status == 2, "\(line): \(refused.errors)")
      #expect(refused.errors.contains("wh:live (https://wh.test)"), "\(refused.errors) \(question)")
      live.harness.console.answers = ["no", "kept"]
      #expect(await live.harness.run(line).status == 1)
      #expect(live.harness.console.questions.last?.contains("wh:live (https://wh.test)") == true)
      live.harness.console.answers = []
    }
    #expect(live.transport.requests.isEmpty)
    #expect(await live.requests("wh searchItems --text a").count == 1)
    #expect(await live.requests("wh createItem --name a --yes").count == 1)
  }

  @Test func `a response is written as records, text or bytes`() async throws {
    let answers =
      [
        (#"[{"id":"i-1","n":1},{"id":"i-2"}]"#, "application/json", "i-1\t1\ni-2\t\n"),
        (#"{"id":"i-1","n":[1,2]}"#, "application/json", nil),
        ("plain", "text/plain", "plain"), ("3", "application/json", "3\n"),
        ("{broken", "application/json", "{broken"), ("", "application/json", ""),
      ] as [(String, String, String?)]
    for (body, type, output) in answers {
      let bench = try OperationBench(
        paths: Self.paths,
        transport: StubTransport { _ in
          HTTPResponse(
            status: 200, headers: ["Content-Type": type], body: HTTPBody(Data(body.utf8)))
        })
      let result = await bench.harness.run("wh listItems -o tsv")
      #expect(result.status == 0, "\(body): \(result.errors)")
      if let output { #expect(result.output == output, "\(body)") }
    }
  }

  @Test func `POST posts an event only if it creates data, and a read posts none`()
    async throws
  {
    for (status, line, names) in [
      (201, "wh createItem --name a", [DataInserted.name]), (200, "wh createItem --name a", []),
      (201, "wh searchItems --text a", []), (200, "wh listItems", []),
      (204, "wh deleteItem i-1 --yes", [DataDeleted.name]),
    ] {
      let bench = try OperationBench(
        paths: Self.paths, "reads: ['POST /items/search'],",
        transport: StubTransport(status: status, json: status == 204 ? "" : #"{"id":"i-1"}"#))
      let recorder = EventRecorder(bench.harness.bus)
      #expect(await bench.harness.run(line).status == 0)
      let data = recorder.names.filter { $0.hasPrefix("api.data.") }
      #expect(data == names, "\(line) \(status)")
      for event in recorder.events(of: DataInserted.self) {
        #expect(event.environment == EnvironmentID(api: "wh", name: "live"))
      }
    }
  }

  @Test func `an operation's own server is used only at an origin agreed to`()
    async throws
  {
    let bench = try OperationBench(paths: Self.paths)
    #expect(
      await bench.requests("wh other").map(\.url.absoluteString) == ["https://wh.test/alt/other"])
    let refused = await bench.harness.run("wh upload")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("'upload' goes to https://upload.test, which you have not agreed to"))
    let agreed = try OperationBench(
      paths: Self.paths, "allowedOrigins: ['https://upload.test'],")
    #expect(
      await agreed.requests("wh upload").map(\.url.absoluteString) == [
        "https://upload.test/v2/upload"
      ])
  }

  @Test func `a group may have an operation's name, and is suggested for typos`()
    async throws
  {
    let bench = try OperationBench(
      paths: #"""
        "/login": {"get": {"operationId": "login", "tags": ["login"]}},
        "/login/out": {"get": {"operationId": "logout", "tags": ["login"]}},
        "/pools": {"get": {"operationId": "get_pools", "tags": ["pool"]}}
        """#)
    for (line, path) in [
      ("wh login", "/base/login"), ("wh login show", "/base/login"),
      ("wh login out", "/base/login/out"), ("wh logout", "/base/login/out"),
    ] {
      #expect(await bench.requests(line).map(\.url.path) == [path], "\(line)")
    }
    let misspelt = await bench.harness.run("wh poolz list")
    #expect(misspelt.status == 2)
    #expect(misspelt.errors.contains("did you mean 'wh pools'?"), "\(misspelt.errors)")
  }
}
