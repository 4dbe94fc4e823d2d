import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import APIPlugin

/// `api` with `-o`.
@MainActor
@Suite struct JSONResponseTests {
  private func harness(
    _ text: String, status: Int = 200, headers: HTTPHeaders = [:]
  ) throws -> (harness: ShellHarness, transport: StubTransport) {
    let transport = StubTransport(status: status, json: text, headers: headers)
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    return (harness, transport)
  }

  @Test(arguments: [
    ("{}", "{}\n"), (" [ ] ", "[]\n"), ("null", "null\n"), ("\"a , b\"", "\"a , b\"\n"),
    ("\u{FEFF}1.50e2", "1.50e2\n"),
    (
      #"{"z":100.0,"a":[1,{"b":-0.10}],"z":12345678901234567890.12345678901234567890}"#,
      """
      {
        "z": 100.0,
        "a": [
          1,
          {
            "b": -0.10
          }
        ],
        "z": 12345678901234567890.12345678901234567890
      }

      """
    ),
    (
      #"{"a\"{":"\u0070\\","b":[[],{},[{}]]}"#,
      """
      {
        "a\\"{": "\\u0070\\\\",
        "b": [
          [],
          {},
          [
            {}
          ]
        ]
      }

      """
    ),
    ("", ""), (" \n", ""),
  ])
  func `-o json indents a body, and changes nothing else`(
    body: String, output: String
  ) async throws {
    let (harness, _) = try harness(body)
    for line in ["api get a -o json", "api post a --json 1 --output=json"] {
      #expect(await harness.run(line) == (0, output, ""))
    }
    #expect(await harness.run("api get a").output == body)
  }

  @Test(arguments: [
    ("<html>", "at character 1, expected a value"), ("{\"a\":1", "expected ',' or '}'"),
    ("[1,\n 2,]", "at line 2, character 4"), ("{} {}", "there is more than one value"),
    ("01", "begins with a zero"),
  ])
  func `a body that is not JSON is an error, and nothing is written`(
    body: String, problem: String
  ) async throws {
    let (harness, _) = try harness(body)
    for line in ["api get a -o json", "api get a -i -o json"] {
      let result = await harness.run(line)
      #expect(result.status == 8 && result.output.isEmpty)
      #expect(result.errors.contains("succeeded with 200, but the body is not JSON: "))
      #expect(result.errors.contains(problem), "\(result.errors)")
    }
  }

  @Test func `a body that is not UTF-8 is not JSON`() async throws {
    let transport = StubTransport { _ in
      HTTPResponse(status: 200, body: HTTPBody(Data([0x22, 0xFF, 0x22])))
    }
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    let result = await harness.run("api get a -o json")
    #expect(result.status == 8 && result.output.isEmpty && result.errors.contains("UTF-8"))
  }

  @Test(arguments: [
    ("tsv", "1\tAnn\n2\t\n"), ("jsonl", "{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2,\"name\":null}\n"),
    ("csv", "id,name\r\n1,Ann\r\n2,\r\n"),
    ("table", "id  name\n 1  Ann\n 2\n"),
  ])
  func `other formats than JSON write the body as records`(
    format: String, output: String
  ) async throws {
    let body = #"[{"id":1,"name":"Ann"},{"id":2,"name":null}]"#
    let (harness, _) = try harness(body, headers: ["Content-Type": "application/json"])
    let result = await harness.run("api get a -o \(format)")
    #expect(result.status == 0 && result.output == output, "\(result)")
  }

  @Test func `a body that is not JSON is not written as records`() async throws {
    let (harness, _) = try harness("a,b", headers: ["Content-Type": "text/csv"])
    let result = await harness.run("api get a -o csv")
    #expect(result.status == 8 && result.output.isEmpty)
    #expect(result.errors.contains("succeeded with 200, but the body is not JSON: it is text/csv"))
    let (broken, _) = try self.harness(
      #"[{"id":1}"#, headers: ["Content-Type": "application/json"])
    let error = await broken.run("api get a -o csv")
    #expect(error.status == 1 && error.errors.contains("of 'GET /v1/a'"), "\(error)")
  }

  @Test func `the body of an error is not written among records`() async throws {
    let (harness, _) = try harness(
      #"{"errors":[]}"#, status: 404, headers: ["Content-Type": "application/json"])
    let result = await harness.run("api get a -o csv")
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
  }

  @Test func `an empty body writes no records, and --include writes the body as it is`()
    async throws
  {
    let type: HTTPHeaders = ["Content-Type": "application/json"]
    let (empty, _) = try harness("", status: 204, headers: type)
    #expect(await empty.run("api delete a -o csv").output.isEmpty)
    let (harness, _) = try harness("[ 1 ]", headers: type)
    let result = await harness.run("api get a -i -o csv")
    #expect(result.output.hasSuffix("\n\n[ 1 ]"), "\(result)")
  }

  @Test func `an error keeps its status, and its JSON body is indented`() async throws {
    let json = try harness(#"{"errors":[{"detail":"no"}]}"#, status: 404).harness
    let found = await json.run("api get a -o json")
    #expect(found.status == 3)
    #expect(found.output.hasPrefix("{\n  \"errors\": [\n"))
    let page = try harness("<html>", status: 502).harness
    let failed = await page.run("api get a -o json")
    #expect(failed.status == 8 && failed.output.isEmpty)
    #expect(!failed.errors.contains("not JSON:"))
  }

  @Test func `--include writes the head first, and HEAD has no body`() async throws {
    let (harness, _) = try harness("[1]", headers: ["X-A": "b"])
    let result = await harness.run("api get a -i -o json")
    #expect(result.output.hasPrefix("HTTP 200\n"))
    #expect(result.output.hasSuffix("\n\n[\n  1\n]\n"))
    #expect(await harness.run("api head a -o json") == (0, "", ""))
  }

  @Test func `a 304 response is not an error`() async throws {
    let (harness, _) = try harness("", status: 304)
    #expect(
      await harness.run("api get a --header 'If-None-Match: \"1\"' -o json") == (0, "", ""))
  }

  @Test func `an event feed is refused as JSON`() async throws {
    let transport = StubTransport { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream"],
        body: HTTPBody(Data("data: {}\n\n".utf8)))
    }
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    let result = await harness.run("api get events -o json")
    #expect(result.status == 8 && result.output.isEmpty)
    #expect(result.errors.contains("a stream of events"))
  }

  @Test func `a body that is too large for -o json is an error`() async throws {
    let (harness, _) = try harness("[" + String(repeating: "1,", count: 17 << 20) + "1]")
    let result = await harness.run("api get a -o json")
    #expect(result.status == 1 && result.output.isEmpty)
  }

  @Test func `the pieces of a JSON body are joined`() {
    let body = Array(("[" + String(repeating: "[1],", count: 40_000) + "[1]]").utf8)
    let pieces = Array(JSONIndenter(body))
    #expect(pieces.count > 1)
    #expect(pieces.joined().filter { $0 > 0x20 } == body)
  }
}
