import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellHelp
import Testing

/// The options that every command of an operation has.
@MainActor
@Suite struct OperationOptionTests {
  private static let paths = #"""
    "/parts": {
      "get": {"operationId": "listParts", "parameters": [
        {"name": "code", "in": "query", "schema": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"}},
        {"name": "bad", "in": "query", "schema": {"type": "string", "pattern": "(["}},
        {"name": "size", "in": "query", "schema": {"type": "integer", "multipleOf": 5, "maximum": 50}},
        {"name": "share", "in": "query", "schema": {"type": "number", "exclusiveMinimum": 0,
          "maximum": 0.5, "multipleOf": 0.01}},
        {"name": "kind", "in": "query", "schema": {"enum": ["a", "b"]}},
        {"name": "dry-run", "in": "query", "schema": {"type": "boolean"}}]},
      "post": {"operationId": "addPart", "requestBody": {"required": true, "content": {
        "application/json": {"schema": {"type": "object", "required": ["code"], "properties": {
          "code": {"type": "string", "pattern": "^[A-Z]{2}$"}, "count": {"type": "integer"},
          "price": {"type": "number", "minimum": 0.5}}}}}}}},
    "/parts/{part}": {
      "get": {"operationId": "getPart", "parameters": [
        {"name": "part", "in": "path", "required": true,
          "schema": {"type": "string", "pattern": "^p-"}}]},
      "delete": {"operationId": "deletePart"}},
    "/log": {"get": {"operationId": "followLog", "responses": {"200": {"description": "",
      "content": {"text/event-stream": {}}}}}}
    """#

  @Test(arguments: [
    (
      #""multipart/form-data": {"schema": {"type": "object", "required": ["picture"],"#
        + #""properties": {"picture": {"type": "string", "format": "binary"}}}}"#, "picture"
    ),
    (#""image/png": {}"#, "body"),
  ])
  func `a form says that a value is a file, and completes its path`(
    content: String, name: String
  ) async throws {
    let bench = try OperationBench(
      paths: #"""
        "/p": {"post": {"operationId": "addPicture", "requestBody": {"required": true,
          "content": {\#(content)}}}}
        """#)
    let file = try bench.file("photo.png", "PNG")
    bench.harness.console.answers = ["@\(file)"]
    let requests = await bench.requests("wh addPicture")
    #expect(bench.harness.console.questions == ["\(name) (a file: @PATH)"])
    let body = String(decoding: try #require(requests.first?.body?.data), as: UTF8.self)
    #expect(body.contains("PNG"))
    bench.harness.console.answers = ["\(file).gone", file]
    let again = await bench.requests("wh addPicture")
    #expect(bench.harness.console.questions.count == 3)
    let second = String(decoding: try #require(again.last?.body?.data), as: UTF8.self)
    #expect(second.contains("PNG") && !second.contains(file), "\(second)")
    let completer = ShellCompleter(bench.harness.shell)
    for prefix in [file.dropLast(4), "@" + file.dropLast(4)] {
      let found = completer.candidates(of: "@file", for: String(prefix))
      #expect(found.map(\.replacement) == ["@\(file)"])
    }
    let line = "wh addPicture --\(name) @\(file.dropLast(4))"
    let found = completer.completion(of: line, at: line.utf8.count)
    #expect(found.candidates.map(\.replacement) == ["@\(file)"])
  }

  @Test(arguments: [
    (#"{"name": "q", "in": "query"}"#, "wh find red bolts", "?q=red%20bolts"),
    (
      #"{"name": "search", "in": "query", "schema": {"type": "string", "maxLength": 9}}"#,
      "wh find bolts",
      "?search=bolts"
    ),
    (#"{"name": "query", "in": "query", "required": true}"#, "wh find bolts", "?query=bolts"),
    (#"{"name": "Q", "in": "query"}"#, "wh find bolts", nil),
    (#"{"name": "q", "in": "header"}"#, "wh find bolts", nil),
    (#"{"name": "q", "in": "query", "schema": {"type": "integer"}}"#, "wh find 7", nil),
    (#"{"name": "q", "in": "query", "schema": {"enum": ["a", "b"]}}"#, "wh find a", nil),
    (#"{"name": "q", "in": "query", "schema": {"type": "array"}}"#, "wh find a", nil),
    (#"{"name": "q", "in": "query"}, {"name": "search", "in": "query"}"#, "wh find bolts", nil),
    (#"{"name": "size", "in": "query"}"#, "wh find size=3", "?size=3"),
  ])
  func `words are the text to search for, if there is one parameter for it`(
    parameters: String, line: String, query: String?
  ) async throws {
    let bench = try OperationBench(
      paths: #""/parts": {"get": {"operationId": "find", "parameters": [\#(parameters)]}}"#)
    let result = await bench.harness.run(line)
    #expect(result.status == (query == nil ? 2 : 0), "\(result.errors)")
    #expect(
      bench.transport.requests.map(\.url.absoluteString)
        == [query].compactMap(\.self).map { "https://wh.test/base/parts\($0)" })
    #expect(result.errors.contains("takes no arguments") == (query == nil))
  }

  private static let editing = #"""
    "/parts/{part}": {"patch": {"operationId": "editPart", "requestBody": {"content": {
      "application/merge-patch+json": {"schema": {"type": "object", "properties": {
        "name": {"type": "string"}, "count": {"type": "integer"}, "pin": {"type": "string", "format": "password"},
        "size": {"type": "object", "properties": {"height": {"type": ["number", "null"]}}},
        "tags": {"type": "array", "items": {"type": "string"}}}}}}}}}
    """#

  @Test(
    arguments: [
      ("wh editPart p-1", ["", "8", "2.5"], #"{"count":8,"size":{"height":2.5}}"#, 3),
      ("wh editPart p-1", ["Bolt", "x", "7", ""], nil, 3),
      ("wh editPart p-1 count=8", [], #"{"count":8}"#, 0),
      ("wh editPart p-1 --count 8", [], #"{"count":8}"#, 0),
    ] as [(String, [String], String?, Int)])
  func `an edit without a body asks for each property, and sends what was changed`(
    line: String, answers: [String], body: String?, questions: Int
  ) async throws {
    let record = #"{"id":"p-1","name":"Bolt","count":7,"size":{"width":1},"tags":["a"],"pin":"1"}"#
    let bench = try OperationBench(paths: Self.editing, transport: StubTransport(json: record))
    bench.harness.console.answers = answers
    let result = await bench.harness.run(line)
    #expect(result.status == 0, "\(result.errors)")
    #expect(Set(bench.harness.console.questions.map { $0.prefix { $0 != " " } }).count == questions)
    let written = bench.transport.requests.filter { $0.method == .patch }
    #expect(
      written.map { String(decoding: $0.body?.data ?? Data(), as: UTF8.self) }
        == [body].compactMap(\.self))
    #expect(written.allSatisfy { $0.headers["Content-Type"] == "application/merge-patch+json" })
  }

  @Test func `an answer that is a body names no file`() async throws {
    let bench = try OperationBench(
      paths: #"""
        "/notes": {"post": {"operationId": "addNote", "requestBody": {"required": true,
          "content": {"text/plain": {"schema": {"type": "string"}}}}}}
        """#)
    bench.harness.console.answers = ["@channel hello"]
    let result = await bench.harness.run("wh addNote")
    #expect(result.status == 0, "\(result.errors)")
    #expect(bench.transport.requests.map { $0.body?.data } == [Data("@channel hello".utf8)])
  }

  @Test(arguments: [
    ("wh listParts --code AB-1", true, ""),
    ("wh listParts --code ab-1", false, "--code takes a text that matches '^[A-Z]{2}-[0-9]+$'"),
    ("wh listParts --bad anything", true, ""),
    ("wh listParts --size 45", true, ""),
    ("wh listParts --size 44", false, "--size takes a multiple of 5"),
    ("wh listParts --share 0.29", true, ""),
    ("wh listParts --share 0.295", false, "--share takes a multiple of 0.01"),
    ("wh listParts --share -1", false, "--share takes more than 0"),
    ("wh listParts --share 0.51", false, "--share takes at most 0.5"),
    ("wh getPart p-1", true, ""),
    ("wh getPart q-1", false, "PART takes a text that matches '^p-'"),
    ("wh getPart text", false, "PART takes a text that matches '^p-'"),
    ("wh addPart --code AB --price 0.5", true, ""),
    ("wh addPart --code ABC", false, "--code takes a text that matches '^[A-Z]{2}$'"),
    ("wh addPart code=ABC", false, "'code' takes a text that matches '^[A-Z]{2}$'"),
    ("wh addPart code=AB price:=0.1", false, "'price' takes at least 0.5"),
  ])
  func `the patterns, bounds and steps of a schema are checked`(
    line: String, isSent: Bool, message: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let result = await bench.harness.run(line)
    #expect(result.status == (isSent ? 0 : 2), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty != isSent)
    if !isSent { #expect(result.errors.contains(message), "\(result.errors)") }
  }

  @Test(arguments: [
    (
      "wh listParts --kind c --size many --no-check", "GET /parts?size=many&kind=c", nil,
      [
        "--size takes a whole number of at most 50; it is sent as it is",
        "--kind takes a or b; it is sent as it is",
      ]
    ),
    ("wh addPart --no-check", "POST /parts", "{}", []),
    (
      "wh addPart --count few --no-check", "POST /parts", #"{"count":"few"}"#,
      ["--count takes a whole number; it is sent as it is"]
    ),
    ("wh addPart code=ABC --no-check", "POST /parts", #"{"code":"ABC"}"#, []),
  ])
  func `--no-check sends an invalid value, with a warning`(
    line: String, sent: String, body: String?, warnings: [String]
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let result = await bench.harness.run(line)
    let request = try #require(bench.transport.requests.first)
    #expect(request.line == sent)
    if let body { #expect(request.body?.data.map { String(decoding: $0, as: UTF8.self) } == body) }
    #expect(result.errors.split(separator: "\n").map(String.init) == warnings)
  }

  @Test func `--no-check does not turn off the checks of a path argument`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    #expect(await bench.harness.run("wh getPart q-1 --no-check").status == 2)
  }

  @Test(arguments: [
    (
      "wh addPart --code AB --dry-run -o json",
      #""method":"POST","url":"https://wh.test/base/parts""#, #""body":{"code":"AB"}"#
    ),
    ("wh deletePart p-1 --dry-run -o json", #""method":"DELETE""#, "curl -X DELETE"),
    (
      "wh listParts --all --dry-run -o json", #""method":"GET""#,
      "curl 'https://wh.test/base/parts'"
    ),
  ])
  func `--dry-run shows the request, asks nothing and sends nothing`(
    line: String, first: String, second: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths, isProduction: true)
    let result = await bench.harness.run(line)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(first), "\(result.output)")
    #expect(result.output.contains(second), "\(result.output)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `--dry-run shows no credential`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let line = "wh listParts --header 'X-Api-Key: s3cret-key' --dry-run -o json"
    let result = await bench.harness.run(line)
    #expect(result.output.contains(#""X-Api-Key":"…""#), "\(result.output)")
    #expect(!result.output.contains("s3cret"))
  }

  @Test func `a parameter with the name of a built-in option gets a prefix`()
    async throws
  {
    let bench = try OperationBench(paths: Self.paths)
    let sent = await bench.requests("wh listParts --query-dry-run true")
    #expect(sent.map(\.line) == ["GET /parts?dry-run=true"])
  }

  @Test func `an event stream is written as one record for each event`() async throws {
    let bench = try OperationBench(
      paths: Self.paths,
      transport: StubTransport { _ in
        HTTPResponse(
          status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"],
          body: HTTPBody(Data("id: 7\nevent: made\ndata: {\"n\":1}\n\ndata: plain\n\n".utf8)))
      })
    let lines = await bench.harness.run("wh followLog -o jsonl").output
    #expect(
      lines == """
        {"id":"7","event":"made","data":{"n":1}}
        {"id":null,"event":"message","data":"plain"}

        """)
    #expect(await bench.harness.run("wh followLog --raw").output.hasPrefix("id: 7\nevent: made\n"))
  }
}
