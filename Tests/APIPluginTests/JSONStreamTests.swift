import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import APIPlugin

/// Bodies of JSON values, one a line, and of other types than JSON.
@MainActor
@Suite struct `Streams of JSON` {
  private func run(
    _ line: String, _ body: String, type: String?
  ) async throws -> (status: Int32, output: String, errors: String) {
    let transport = StubTransport { _ in
      HTTPResponse(
        status: 200, headers: type.map { ["Content-Type": $0] } ?? [:],
        body: HTTPBody(Data(body.utf8)))
    }
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    return await harness.run(line)
  }

  @Test(arguments: [
    "application/x-ndjson", "application/jsonl; charset=utf-8", "Application/JSON-seq",
    "application/json;stream=watch", "application/json; charset=utf-8; stream=watch",
  ])
  func `values that come one a line are records`(type: String) async throws {
    let mark = type.hasSuffix("seq") ? "\u{1E}" : ""
    let body = "\(mark){\"id\":1}\n\(mark){\"id\":2,\"late\":3}\n"
    #expect(
      try await run("api get a | where id > 1 | to jsonl", body, type: type).output
        == "{\"id\":2,\"late\":3}\n")
    let csv = try await run("api get a -o csv", body, type: type)
    #expect(csv.output == "id\r\n1\r\n2\r\n")
    #expect(csv.errors.contains("there is no column for the field 'late', first in record 2"))
    let late = try await run("api get a | where late > 1", body, type: type)
    #expect(late.status == 2 && late.errors.contains("there is no field 'late'"), "\(late)")
  }

  @Test(arguments: [
    ("text/plain", "[{\"id\":1}]", "json"), (nil, " {\"id\":1}", "json"),
    ("\"application/json\"", "[{\"id\":1}]", "json"), ("text/csv", "id\n1\n", "csv"),
    ("text/html", "<p>", "lines"),
  ])
  func `the hint of another type names what reads the body`(
    type: String?, body: String, format: String
  ) async throws {
    let result = try await run("api get a | get id", body, type: type)
    #expect(result.status == 8)
    #expect(result.errors.contains("'| from \(format)' behind it reads the body"), "\(result)")
    #expect(
      try await run("api get a -o csv", body, type: type).errors.contains("leave out -o to see it"))
  }
}
