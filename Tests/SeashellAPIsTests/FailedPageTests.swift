import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

/// `--all` of an operation whose second page fails: the elements of the first one are written, then the error.
@MainActor
@Suite struct FailedPageTests {
  private static func bench(
    first: String = #"{"items":[{"id":1,"name":"one"},{"id":2,"name":"two"}],"next_cursor":"b"}"#
  ) throws -> OperationBench {
    try OperationBench(
      paths: #"""
        "/parts": {"get": {"operationId": "listParts", "parameters": [
          {"name": "cursor", "in": "query", "schema": {"type": "string"}}],
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
            "type": "object", "properties": {
              "items": {"type": "array", "items": {"type": "object", "properties": {
                "id": {"type": "integer"}, "name": {"type": "string"}}}},
              "next_cursor": {"type": "string"}}}}}}}}}
        """#,
      transport: StubTransport { request in
        guard request.url.query == nil else {
          return HTTPResponse(
            status: 503, headers: ["Content-Type": "application/json"],
            body: HTTPBody(Data(#"{"message":"the index is down"}"#.utf8)))
        }
        return HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: HTTPBody(Data(first.utf8)))
      })
  }

  @Test(arguments: [
    ("", "1\tone\n2\ttwo\n"), (" -o tsv", "1\tone\n2\ttwo\n"),
    (" -o table", "id  name\n 1  one\n 2  two\n"),
    (" -o json", "[{\"id\":1,\"name\":\"one\"},\n{\"id\":2,\"name\":\"two\"}\n"),
    (" -o jsonl", "{\"id\":1,\"name\":\"one\"}\n{\"id\":2,\"name\":\"two\"}\n"),
    (" -o csv", "id,name\r\n1,one\r\n2,two\r\n"),
    (" | where id > 1", "2\ttwo\n"), (" | select name", "one\ntwo\n"),
    (" | put size=(id * 2)", "1\tone\t2\n2\ttwo\t4\n"), (" | drop id", "one\ntwo\n"),
    (" | uniq-by name", "1\tone\n2\ttwo\n"), (" | first 9", "1\tone\n2\ttwo\n"),
    (" | skip 1", "2\ttwo\n"), (" | get name", "one\ntwo\n"),
    (" | expect id > 0", "1\tone\n2\ttwo\n"),
    (" | to csv", "id,name\r\n1,one\r\n2,two\r\n"),
    (" | to json", "[{\"id\":1,\"name\":\"one\"},\n{\"id\":2,\"name\":\"two\"}\n"),
    (" | sort-by -id", "2\ttwo\n1\tone\n"), (" | last", "2\ttwo\n"),
    (" | sort-by -id | to jsonl", "{\"id\":2,\"name\":\"two\"}\n{\"id\":1,\"name\":\"one\"}\n"),
    (" | each print $it.name", "one\ntwo\n"),
    // The result of a part would be wrong.
    (" | count", ""), (" | group-by name", ""),
  ])
  func `the elements that came are written before the error of a page`(
    end: String, output: String
  ) async throws {
    let result = await (try Self.bench()).harness.run("wh listParts --all\(end)")
    #expect(result.output == output)
    #expect(result.status == 8)
    #expect(
      result.errors.contains("only the first 2 parts came")
        && result.errors.contains("the index is down"), "\(result.errors)")
  }

  @Test func `a stage that needs no more than what came does not fail`() async throws {
    let result = await (try Self.bench()).harness.run("wh listParts --all | first 2")
    #expect(result.output == "1\tone\n2\ttwo\n")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func `a file gets the elements that came`() async throws {
    let bench = try Self.bench()
    let file = try bench.file("parts.json", "")
    let result = await bench.harness.run("wh listParts --all -o json > '\(file)'")
    #expect(result.status == 8)
    #expect(
      try String(contentsOf: URL(filePath: file), encoding: .utf8)
        == "[{\"id\":1,\"name\":\"one\"},\n{\"id\":2,\"name\":\"two\"}\n")
  }

  @Test func `an empty page before a failing one writes nothing, and hides no error`() async throws
  {
    let bench = try Self.bench(first: #"{"items":[],"next_cursor":"b"}"#)
    for end in ["", " -o csv", " | where price > 1"] {
      let result = await bench.harness.run("wh listParts --all\(end)")
      #expect(result.output.isEmpty && result.status == 8, "\(result)")
      #expect(result.errors.contains("the index is down"), "\(result.errors)")
    }
  }

  @Test func `a page that says more follow, but not how, is shown`() async throws {
    let bench = try Self.bench(first: #"{"items":[{"id":1,"name":"one"}],"has_more":true}"#)
    let whole = await bench.harness.run("wh listParts --all")
    #expect(whole.output == "1\tone\n" && whole.status == 8)
    #expect(whole.errors.contains("only the first 1 parts came"), "\(whole.errors)")
    #expect(whole.errors.contains(#"the server has more ("has_more": true)"#), "\(whole.errors)")
    #expect(await bench.harness.run("wh listParts").output == "1\tone\n")
    #expect(
      bench.harness.console.notices == [
        #"the first 1; the server has more ("has_more": true), and the shell does not know how to ask; "#
          + "see 'help paging'"
      ])
  }
}
