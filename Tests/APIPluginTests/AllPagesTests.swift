import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import APIPlugin

/// `api get --all`.
@MainActor
@Suite struct AllPagesTests {
  /// A shell with a service that has five elements in pages of two, behind cursors.
  ///
  /// - Parameter broken: the cursor of a page that fails.
  private static func harness(broken: String? = nil) throws -> ShellHarness {
    let transport = StubTransport { request in
      let query = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let cursor = query.last { $0.name == "cursor" }?.value ?? "0"
      guard cursor != broken, let start = Int(cursor) else { return HTTPResponse(status: 503) }
      if request.url.lastPathComponent == "one" { return try HTTPResponse(json: ["id": "a"]) }
      let end = min(start + 2, 5)
      let items = (start..<end).map { #"{"b":\#($0),"a":1.0}"# }.joined(separator: ",")
      let next = end < 5 ? #""\#(end)""# : "null"
      let page = #"{"items":[\#(items)],"next_cursor":\#(next)}"#
      let numbers = #"{"items":[\#(start),\#(start + 1)],"next_cursor":\#(next)}"#
      let body = ["none": "[]", "numbers": numbers][request.url.lastPathComponent] ?? page
      return HTTPResponse(status: 200, body: HTTPBody(Data(body.utf8)))
    }
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    return harness
  }

  @Test func `the elements of all pages are one array, as the service wrote them`() async throws {
    let result = await (try Self.harness()).run("api get things --all")
    #expect(result.status == 0 && result.errors.isEmpty)
    let elements = (0..<5).map { #"{"b":\#($0),"a":1.0}"# }
    #expect(result.output == "[\(elements.joined(separator: ","))]\n")
    #expect(await (try Self.harness()).run("api get none --all").output == "[]\n")
  }

  @Test func `api get --all -o json indents the array`() async throws {
    let result = await (try Self.harness()).run("api get things --query cursor=3 --all -o json")
    #expect(
      result.output == """
        [
          {
            "b": 3,
            "a": 1.0
          },
          {
            "b": 4,
            "a": 1.0
          }
        ]

        """)
    #expect(await (try Self.harness()).run("api get none --all -o json").output == "[]\n")
  }

  @Test func `api get --all leaves the array open if a page fails`() async throws {
    let result = await (try Self.harness(broken: "4")).run("api get things --all")
    #expect(result.status == 8)
    let elements = (0..<4).map { #"{"b":\#($0),"a":1.0}"# }
    #expect(result.output == "[\(elements.joined(separator: ","))")
    #expect(result.errors.contains("only the first 4 elements came"), "\(result.errors)")
  }

  @Test(arguments: [
    (
      "things --all -o json",
      "[\n  {\n    \"b\": 0,\n    \"a\": 1.0\n  },\n  {\n    \"b\": 1,\n    \"a\": 1.0\n  }"
    ),
    ("things --all -o tsv", "0\t1\n1\t1\n"), ("things --all | select b", "0\n1\n"),
    ("things --all | sort-by -b | get b", "1\n0\n"),
    ("things --all | each print $it.b", "0\n1\n"), ("numbers --all", "[0,1"),
    ("numbers --all -o jsonl", "0\n1\n"),
    ("numbers --all | where value > 0", "1\n"),
  ])
  func `the elements that came are written in each form before the error of a page`(
    words: String, output: String
  ) async throws {
    let result = await (try Self.harness(broken: "2")).run("api get \(words)")
    #expect(result.output == output)
    #expect(result.errors.contains("only the first 2 elements came"), "\(result.errors)")
  }

  @Test(arguments: [
    ("api get one --all", 8, "the answer has no list"),
    ("api get things --all --include", 2, "--include cannot be used with --all and --max-pages"),
    ("api get things --all --query cursor=x", 8, "the service is unavailable"),
    ("api put things --all", 2, "no option '--all'"),
  ])
  func `--all needs a list of pages`(line: String, status: Int32, message: String) async throws {
    let result = await (try Self.harness()).run(line)
    // What came is shown, list or not.
    #expect(result.status == status && result.output.isEmpty == !line.contains("one"))
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
