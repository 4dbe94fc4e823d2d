import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellHelp
import Testing

/// Lists of operations: their columns, their pages, and completion from them.
@MainActor
@Suite struct OperationListTests {
  private static let paths = #"""
    "/parts": {
      "get": {"operationId": "listParts", "parameters": [
        {"name": "cursor", "in": "query", "schema": {"type": "string"}},
        {"name": "all", "in": "query", "schema": {"type": "string"}}],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
          "type": "object", "properties": {
            "items": {"type": "array", "items": {"type": "object", "properties": {
              "tags": {"type": "array", "items": {"type": "string"}}, "made": {"type": "string"},
              "title": {"type": "string"}, "part_id": {"type": "string"}, "id": {"type": "integer"},
              "secret": {"type": "string", "writeOnly": true}}}},
            "total": {"type": "integer"}, "next_cursor": {"type": "string"}}}}}}}}},
    "/parts/{part_id}": {"get": {"operationId": "getPart"}},
    "/parts/{part_id}/screws": {"get": {"operationId": "listScrews", "responses": {
      "200": {"description": "", "content": {"application/json": {"schema": {
        "type": "array", "items": {"type": "object"}}}}}}}},
    "/parts/{part}/screws/{screw}": {"get": {"operationId": "getScrew", "responses": {
      "200": {"description": "", "content": {"application/json": {"schema": {"type": "object",
        "properties": {"id": {"type": "string"}, "items": {"type": "string"}}}}}}}}},
    "/bolts": {"get": {"operationId": "listBolts"}},
    "/washers": {"get": {"operationId": "listWashers", "parameters": [
      {"name": "skip", "in": "query", "schema": {"type": "number"}},
      {"name": "limit", "in": "query", "schema": {"type": "number"}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
        "type": "array", "items": {"type": "object"}}}}}}}},
    "/nuts": {"get": {"operationId": "listNuts", "parameters": [
      {"name": "skip", "in": "query", "schema": {"type": "integer", "default": 0}},
      {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 2}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
        "type": "array", "items": {"type": "object"}}}}}}}}
    """#

  /// Five parts in pages of two, behind a cursor.
  private nonisolated static func page(_ request: HTTPRequest) -> String {
    let first = request.url.query?.split(separator: "=").last.flatMap { Int($0) } ?? 1
    let items = (first..<min(first + 2, 6)).map {
      #"{"tags":["x"],"made":"2026-01-0\#($0)","title":"Part \#($0)","id":\#($0),"part_id":"p-\#($0)"}"#
    }
    let next = first < 5 ? #""\#(first + 2)""# : "null"
    return #"{"items":[\#(items.joined(separator: ","))],"total":5,"next_cursor":\#(next)}"#
  }

  /// Five nuts, in pages without paging information.
  private nonisolated static func nuts(_ request: HTTPRequest) -> String {
    var query = ["skip": 0, "limit": 2]
    for item in request.url.query?.split(separator: "&") ?? [] {
      let parts = item.split(separator: "=")
      query[String(parts[0])] = Int(parts[1])
    }
    let nuts = (1...5).map { #"{"id":\#($0)}"# }.dropFirst(query["skip"] ?? 0)
    return "[\(nuts.prefix(query["limit"] ?? 0).joined(separator: ","))]"
  }

  private static func bench(_ configuration: String = "") throws -> OperationBench {
    try OperationBench(
      paths: paths, configuration,
      transport: StubTransport { request in
        let body =
          switch request.url.path {
          case "/base/parts": page(request)
          case "/base/nuts", "/base/washers": nuts(request)
          case "/base/bolts": #"{"data":[{"n":1}],"page":{"number":0,"totalPages":3}}"#
          case "/base/parts/p-1/screws": #"[{"id":"s-1","name":"Long"},{"id":"s-2"}]"#
          default: #"{"id":"s-1","items":["a","b"]}"#
          }
        return HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: HTTPBody(Data(body.utf8)))
      })
  }

  @Test(arguments: [
    ("wh listParts", [1, 2], 1, ["2 of 5; --all lists every one"]),
    ("wh listParts --all", [1, 2, 3, 4, 5], 3, []),
    ("wh listParts --max-pages 2", [1, 2, 3, 4], 2, ["4 of 5; --all lists every one"]),
    ("wh listParts --cursor 3 --max-pages 9", [3, 4, 5], 2, []),
    ("wh parts list --query-all 1", [1, 2], 1, ["2 of 5; --all lists every one"]),
  ])
  func `a page, some pages or all are listed, and a notice says which`(
    line: String, ids: [Int], requests: Int, notices: [String]
  ) async throws {
    let bench = try Self.bench()
    let result = await bench.harness.run("\(line) | get id")
    #expect(result.output == ids.map { "\($0)\n" }.joined(), "\(result.errors)")
    #expect(bench.transport.requests.count == requests)
    #expect(bench.harness.console.notices == notices)
  }

  @Test(arguments: [
    ("wh listNuts", [1, 2], 1), ("wh listNuts --all", [1, 2, 3, 4, 5], 3),
    ("wh listNuts --limit 3 --all", [1, 2, 3, 4, 5], 2),
    ("wh listNuts --limit 9", [1, 2, 3, 4, 5], 1),
    ("wh listWashers --limit 2 --all", [1, 2, 3, 4, 5], 3),
    ("wh listNuts --skip 4", [5], 1),
  ])
  func `a list without paging information continues by the described offset`(
    line: String, ids: [Int], requests: Int
  ) async throws {
    let bench = try Self.bench()
    let result = await bench.harness.run("\(line) | get id")
    #expect(result.output == ids.map { "\($0)\n" }.joined(), "\(result.errors)")
    #expect(bench.transport.requests.count == requests)
  }

  @Test func `the column that the path calls an id comes first, then a name, and lists come last`()
    async throws
  {
    let bench = try Self.bench()
    let result = await bench.harness.run("wh listParts -o csv")
    let header = result.output.split(whereSeparator: \.isNewline).first
    #expect(header == "part_id,title,made,id,tags")
    let raw = await bench.harness.run("wh listParts --raw")
    #expect(raw.output.hasPrefix(#"{"items":[{"tags":["x"],"made""#))
  }

  /// The second part has a title, on the second page.
  @Test(arguments: [
    ("-o csv", "part_id,title\r\np-1,\r\np-2,Two\r\n"),
    ("| where title = Two | get part_id", "p-2\n"),
    ("-o jsonl", "{\"part_id\":\"p-1\"}\n{\"part_id\":\"p-2\",\"title\":\"Two\"}\n"),
    ("-o tsv", "p-1\t\np-2\tTwo\n"),
  ])
  func `a field that the first page lacks is there from the second on`(
    format: String, written: String
  ) async throws {
    let bench = try OperationBench(
      paths: Self.paths,
      transport: StubTransport { request in
        let isSecond = request.url.query != nil
        let body =
          isSecond
          ? #"{"items":[{"part_id":"p-2","title":"Two"}],"total":2,"next_cursor":null}"#
          : #"{"items":[{"part_id":"p-1"}],"total":2,"next_cursor":"2"}"#
        return HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: HTTPBody(Data(body.utf8)))
      })
    let result = await bench.harness.run("wh listParts --all \(format)")
    #expect(result.output == written, "\(result.errors)")
    #expect(result.status == 0)
  }

  @Test func `'more' continues where the last list ended`() async throws {
    let bench = try Self.bench()
    var output = ""
    for line in ["wh parts list", "wh parts more", "wh parts more", "wh parts more"] {
      let result = await bench.harness.run("\(line) -o tsv")
      #expect(result.status == 0, "\(result.errors)")
      output += "\(result.output.split(separator: "\n").count) "
    }
    #expect(
      bench.harness.console.notices == [
        "2 of 5; --all lists every one", "3 to 4 of 5; 'wh parts more' shows the next",
        "there are no more parts",
      ])
    #expect(output == "2 2 1 0 ")
    #expect(bench.transport.requests.count == 3)
  }

  @Test func `an object is a list only if its description or its operation's id says so`()
    async throws
  {
    let bench = try Self.bench()
    #expect(await bench.harness.run("wh listBolts -o tsv").output == "1\n")
    #expect(await bench.harness.run("wh getScrew p-1 s-1 -o tsv").output == "s-1\t[\"a\",\"b\"]\n")
    // What is configured is never guessed.
    let configured = try Self.bench("paging: { style: 'number', elements: 'nowhere' },")
    let result = await configured.harness.run("wh listBolts -o tsv")
    #expect(result.status == 8 && result.errors.contains("the answer has no list 'nowhere'"))
  }

  @Test func `the fields that a description has are completed with their kinds`() throws {
    let bench = try OperationBench(
      paths: #"""
        "/bolts": {
          "get": {"operationId": "listBolts", "responses": {"200": {"description": "", "content": {
            "application/json": {"schema": {"type": "array", "items": {"type": "object",
              "properties": {
                "id": {"type": "integer"}, "name": {"type": "string"},
                "made": {"type": "string", "format": "date-time"}, "new": {"type": "boolean"},
                "any": {}, "tags": {"type": "array"}, "maker": {"type": ["object", "null"]}}}}}}}}},
          "post": {"operationId": "addBolt", "responses": {}, "requestBody": {"content": {
            "application/json": {"schema": {"type": "object", "properties": {
              "name": {"type": "string", "description": "What it is called"},
              "size": {"type": "object", "properties": {"length": {"type": "number"}}}}}}}}}}
        """#)
    func abstracts(_ line: String) -> [String] {
      ShellCompleter(bench.harness.shell).completion(of: line, at: line.utf8.count).candidates.map {
        "\($0.label): \($0.abstract)"
      }
    }
    #expect(
      abstracts("wh listBolts | where ") == [
        "id: number", "name: text", "made: date", "new: true or false", "any: ", "tags: list",
        "maker: record", "not: ",
      ])
    #expect(
      abstracts("wh addBolt ").prefix(2) == ["name=: What it is called", "size.length=: "])
    #expect(abstracts("wh addBolt name:=1 s") == ["size.length=: "])
  }

  @Test func `a path parameter is completed from the list before it`() async throws {
    let bench = try Self.bench()
    for line in ["wh listParts --all", "wh listScrews p-1"] {
      #expect(await bench.harness.run(line).status == 0)
    }
    for (line, words) in [
      ("wh getPart p-", ["p-1", "p-2", "p-3", "p-4", "p-5"]), ("wh getScrew p-1 ", ["s-1", "s-2"]),
      ("wh getScrew p-2 ", []), ("wh parts show p-5", ["p-5"]),
    ] {
      let found = ShellCompleter(bench.harness.shell).completion(of: line, at: line.utf8.count)
      #expect(found.candidates.map(\.label) == words, "\(line)")
    }
  }
}
