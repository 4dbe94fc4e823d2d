import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import APIPlugin

/// `$response`, the response to the shell's last request.
@MainActor
@Suite struct ResponseVariableTests {
  /// A service with a path for each kind of answer.
  private static func harness() throws -> ShellHarness {
    let tries = Tries()
    let transport = StubTransport { request in
      try answer(request.url.lastPathComponent, tries)
    }
    var retries = APIRetrySettings.standard
    retries.firstWait = .zero
    let harness = try ShellHarness(transport, retries: retries)
    try harness.load(APIModule(harness.context))
    return harness
  }

  private final class Tries: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1; return $0
      }
    }
  }

  private nonisolated static func answer(_ name: String, _ tries: Tries) throws -> HTTPResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/json", "X-Kind": "7"]
    var (status, body) = (200, #"{"name":"\#(name)","price":2.50,"tags":["a","b"]}"#)
    switch name {
    case "gone":
      (status, body) = (404, #"{"errors":[{"code":"not_found","detail":"No \"x\""}]}"#)
      headers["Content-Type"] = "application/problem+json"
    case "wrong": (status, body) = (422, #"{"errors":[{"code":"bad"}]}"#)
    case "text":
      headers["Content-Type"] = "text/plain"
      body = #"{"a":1}"#
    case "untyped": headers["Content-Type"] = nil
    case "broken": body = "{oops"
    case "empty": (status, body) = (204, "")
    case "twice":
      headers.add("X-Kind", "8")
      headers.add("x-kind", "9")
    case "busy": if tries.next() < 3 { (status, body) = (503, "{}") }
    case "moved":
      (status, body) = (302, "")
      headers["Location"] = "http://localhost/v1/target"
    case "lost": throw TransportError(.unconnected, reason: "refused", isLasting: true)
    case "large": body = "\"" + String(repeating: "x", count: 1 << 20) + "\""
    case "binary":
      return HTTPResponse(status: 200, headers: headers, body: HTTPBody(Data([0xFF, 0xFE, 0x00])))
    default: break
    }
    return HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
  }

  @Test(
    "The last response has the fields that a test asks for",
    arguments: [
      ("api get a > /dev/null; print $response.status $response.body.name", "200 a\n"),
      ("api get a > /dev/null; print ($response.status + 1) ($response.body.price * 2)", "201 5\n"),
      (
        "api get a > /dev/null; print ($response.headers.x-kind) ($response.headers['x-kind'] + 1)",
        "7 8\n"
      ),
      ("api get a > /dev/null; print ($response.headers.content-type)", "application/json\n"),
      ("api get twice > /dev/null; print ($response.headers.x-kind)", "[7,8,9]\n"),
      (
        "api get a > /dev/null; print $response.body.tags[-1] $response.body.tags",
        "b [\"a\",\"b\"]\n"
      ),
      (
        "api get a > /dev/null; print $response.text",
        "{\"name\":\"a\",\"price\":2.50,\"tags\":[\"a\",\"b\"]}\n"
      ),
      (
        "api get a > /dev/null; print $response.method $response.url $response.sent",
        "GET http://localhost/v1/a 1\n"
      ),
      (
        "api get 'a?token=s3cret' > /dev/null; print $response.url",
        "http://localhost/v1/a?token=…\n"
      ),
      ("api get a > /dev/null; print ($response.duration < 1h)", "true\n"),
      ("api post a --json 1 > /dev/null; print $response.method $response.status", "POST 200\n"),
      (
        "api head a > /dev/null; print $response.status [$response.text] ($response.body is null)",
        "200 [] true\n"
      ),
      (
        "api get text > /dev/null; print ($response.body is text) $response.body",
        "true {\"a\":1}\n"
      ),
      ("api get untyped > /dev/null; print $response.body.name", "untyped\n"),
      ("api get broken > /dev/null; print $response.body", "{oops\n"),
      ("api get empty > /dev/null; print $response.status ($response.body is null)", "204 true\n"),
      ("api get busy > /dev/null; print $response.status $response.sent", "200 3\n"),
      (
        "api get moved > /dev/null; print $response.url $response.body.name",
        "http://localhost/v1/target target\n"
      ),
      ("api get moved --no-follow > /dev/null; print $response.status", "302\n"),
      ("for r in api get a { print $response.body.name }", "a\n"),
      ("for r in api get a { api get b > /dev/null }; print $response.body.name", "b\n"),
      ("for r in api get a { print $r.name }; print $response.body.name", "a\na\n"),
      (
        "if true { api get a > /dev/null; api get b > /dev/null }; print $response.body.name", "b\n"
      ),
      ("if true { api get a } | select name; print $response.body.name", "a\na\n"),
      ("def f { api get b > /dev/null }; f; print $response.body.name", "b\n"),
      ("try { api get gone > /dev/null } else { print $response.status }", "404\n"),
      (
        "api get a | each { api get b | get name; print $response.body.name }; print $response.body.name",
        "b\nb\nb\n"
      ),
      ("api get a | each { print $it.name }; print $response.body.name", "a\na\n"),
      (
        "let a = api get a; let r = $response; api get twice > /dev/null; print $r.body.name $response.body.name",
        "a twice\n"
      ),
      (
        "api get a > /dev/null; $response.body | to json",
        "{\"name\":\"a\",\"price\":2.5,\"tags\":[\"a\",\"b\"]}\n"
      ),
      ("api get a > /dev/null; $response | select status sent", "200\t1\n"),
      ("print ${response:-none}", "none\n"),
      ("api get large > /dev/null; print $response.status $response.sent", "200 1\n"),
      ("api get a | get name > /dev/null; print $response.body.name", "a\n"),
      ("api get a/1 --all > /dev/null; print $response.status", "200\n"),
      ("api get a > /dev/null; print a; print $response.status", "a\n200\n"),
      ("api get a --dry-run > /dev/null; print ${response:-none}", "none\n"),
    ])
  func fields(script: String, output: String) async throws {
    let result = await (try Self.harness()).run(script)
    #expect(result.output == output, "\(result.errors)")
  }

  @Test(
    "A failed response can be read",
    arguments: [
      (
        "api get gone > /dev/null || print $response.status $response.body.errors[0].code",
        "404 not_found\n"
      ),
      (
        "api post wrong --json 1 > /dev/null || print $response.status $response.body.errors[0].code",
        "422 bad\n"
      ),
      ("api get gone | select id || print $response.body.errors[0].detail", "No \"x\"\n"),
      ("let x = api get gone || print $response.status", "404\n"),
    ])
  func failures(script: String, output: String) async throws {
    let result = await (try Self.harness()).run(script)
    #expect(result.output == output, "\(result.errors)")
  }

  @Test(
    "An error says why there is nothing to read",
    arguments: [
      ("print $response.status", "$response is not defined; no command has sent a request yet"),
      (
        "api get a > /dev/null; api get lost > /dev/null || print $response",
        "the last request got no complete response"
      ),
      ("api get large > /dev/null; print $response.body", "larger than 1 MiB"),
      ("api get large > /dev/null; print $response", "larger than 1 MiB"),
      ("api get binary > /dev/null; print $response.text", "is not text"),
      ("api get empty > /dev/null; print $response.body.errors", "$response.body is null"),
      (
        "api get a > /dev/null; print $response.nope",
        "its fields are status, headers, body, text, duration, url, method, sent"
      ),
      ("let response = 1", "'response' cannot be set: $response is the last answer"),
      ("let response = api get a", "'response' cannot be set: $response is the last answer"),
      ("let response = (1)", "'response' cannot be set: $response is the last answer"),
      ("let error = x", "'error' cannot be set: $error is the error that 'try' has handled"),
      ("let --secret error = x", "'error' cannot be set"),
    ])
  func errors(script: String, message: String) async throws {
    let result = await (try Self.harness()).run(script)
    #expect(result.status != 0)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    "With several requests it is the last record's response, or that of the reported failure",
    arguments: [
      ("'a\\nb\\nc'", "--jobs 3", "200 c\n"), ("'a\\nb\\nc'", "", "200 c\n"),
      ("'a\\ngone\\nb\\nwrong'", "--jobs 4", "404 -\n"), ("'a\\ngone\\nb'", "", "404 -\n"),
      ("'a\\ngone\\nb'", "--jobs 2 --keep-going", "200 b\n"),
    ])
  func each(names: String, options: String, output: String) async throws {
    let result = await (try Self.harness()).run(
      """
      ! printf \(names) | from lines | each \(options) api get $it.line > /dev/null || print failed > /dev/null
      print $response.status ${response.body.name:--}
      """)
    #expect(result.output == output, "\(result.errors)")
  }

  @Test func `a job has a response of its own`() async throws {
    let harness = try Self.harness()
    let result = await harness.run(
      """
      api get a > /dev/null
      api get gone > /dev/null || print $response.status > /dev/null &
      wait || print waited
      print $response.status $response.body.name
      """)
    #expect(result.output.hasSuffix("200 a\n"), "\(result)")
  }

  @Test func `background requests are left out`() async throws {
    let harness = try Self.harness()
    var request = APIRequest(path: "gone")
    request.isBackground = true
    let answers = StatementAnswers()
    _ = try await StatementAnswers.$current.withValue(answers) { [request] in
      try await request.response(on: harness.context.client)
    }
    #expect(answers.outcome == nil)
  }

  @Test(arguments: [
    "set verbose on; api get a/$key/b", "set verbose on; api get a --query q=$key",
    "set trace curl; api put a --json '{\"note\":\"x'$key'\"}'",
    "api put a --dry-run --form note=$key",
    "api get a --header \"X-Note: $key\" --dry-run", "set verbose on; api get moved --query q=$key",
    "nosuch$key x",
  ])
  func `the value of a secret variable is not traced`(line: String) async throws {
    let harness = try Self.harness()
    let result = await harness.run("let --secret key = 'hunter 2/3'\n\(line)")
    let shown = (harness.trace + [result.output, result.errors]).joined(separator: "\n")
    #expect(!shown.contains("hunter"), "\(shown)")
    #expect(shown.contains("…"), "\(shown)")
  }
}
