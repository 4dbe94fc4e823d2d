import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import APIPlugin

/// `expect` and `test` in a shell whose service answers what the path says.
@MainActor
@Suite struct ExpectationTests {
  private static func harness() throws -> ShellHarness {
    let polls = Mutex(0)
    let transport = StubTransport { request in
      let name = request.url.lastPathComponent
      let headers: HTTPHeaders = ["Content-Type": "application/json"]
      if name == "lost" { throw TransportError(.unconnected, reason: "refused", isLasting: true) }
      let count = polls.withLock { count in
        if name == "poll" { count += 1 }
        return count
      }
      let body =
        switch name {
        case "poll": #"{"state":"\#(count < 3 ? "busy" : "done")"}"#
        case "items": #"[{"id":"a","n":1},{"id":"b","n":-2},{"id":"c","n":null}]"#
        case "none": "[]"
        case "login": #"{"access_token":"secret-1","user":{"api_key":"secret-2"},"n":3}"#
        case "keys": #"[{"id":"a","token":"secret-1"},{"id":"b","token":"secret-2"}]"#
        default: #"{"name":"\#(name)","n":3}"#
        }
      return HTTPResponse(
        status: Int(name) ?? 200, headers: headers, body: HTTPBody(Data(body.utf8)))
    }
    let harness = try ShellHarness(transport, clock: ShortWaitClock())
    try harness.load(APIModule(harness.context))
    return harness
  }

  @Test(
    "An expectation that is met is silent",
    arguments: [
      "api get a > /dev/null; expect status = 200 and body.name = a and body.n > 2",
      "api get a > /dev/null; let n = (3); expect body.n = $n; expect $n = 3; expect length(body.name) = 1",
      "api get a > /dev/null; expect headers.content-type starts-with application and sent = 1",
      "expect 404 { api get 404 > /dev/null }; expect status = 404",
      "expect 403, 2xx { api get a > /dev/null }", "expect 4xx { api get 404 > /dev/null }",
      "expect error { api get 404 > /dev/null }", "expect error 3 { api get 404 > /dev/null }",
      "expect error { fail x }", "expect error 2 { api get }",
      "api get a > /dev/null; expect body.nam is missing and body.nam is empty and status = 200",
      "api get a > /dev/null; expect body.n = 3 or body.nam = 3",
      "api get items | where n is not null | expect n != 0 and id is not empty | to json > /dev/null",
      "expect { api get poll | expect state = done | to json > /dev/null } within 30s every 10ms",
      "expect { api get a | expect n = 3 | to json > /dev/null } within 30s",
      "test 'a' { expect 200 { api get a > /dev/null } }",
      "let x = 1; test 'a' { let x = 2 }; expect $x = 1",
      "expect 404 { api get 404 > /dev/null }; test 'a' { api get a > /dev/null }; expect status = 404",
      "before { let b = 5 }; test 'a' { expect $b = 5 }",
      "test \"$n\" for n in (1, 2) { expect $n < 3 }",
      "test 'a' for n m in ((1, 2), (3, 4)) { expect $n < $m }",
    ])
  func met(script: String) async throws {
    let result = try await Self.harness().run(script.replacing("; ", with: "\n"))
    #expect(result.status == 0)
    #expect(result.output + result.errors == "")
  }

  @Test(
    "An expectation that is not met says what came",
    arguments: [
      ("expect status = 200", 1, "no command has sent a request yet"),
      ("api get a > /dev/null; expect status = 404", 1, "not as expected: status is 200"),
      (
        "api get a > /dev/null; expect body.name = b and status = 1", 1,
        "not as expected: body.name is 'a'"
      ),
      ("api get a > /dev/null; expect body.n > 3 or body.n < 0", 1, "not as expected: body.n is 3"),
      ("api get a > /dev/null; expect body.n * 2 > 9", 1, "body.n * 2 is 6, body.n is 3"),
      (
        "api get a > /dev/null; expect stat = 200", 1,
        "there is no field 'stat'; did you mean 'status'?"
      ),
      ("api get a > /dev/null; expect body.name > 3", 1, "'body.name' is text"),
      (
        "api get lost > /dev/null || expect status = 1", 1,
        "the last request got no complete response"
      ),
      (
        "api get a > /dev/null; expect body.nam != x", 1,
        "body has no field 'nam'; did you mean 'name'?"
      ),
      ("api get a > /dev/null; expect body.zzz is null", 1, "its fields are name, n"),
      ("api get a > /dev/null; expect body.name.x != 3", 1, "body.name is no record"),
      ("api get items > /dev/null; expect body[9].id != x", 1, "body has 3 values, so [9]"),
      ("api get items > /dev/null; expect body.id != x", 1, "write body[0].id"),
      (
        "api get a > /dev/null; expect headers.Content-Type is missing", 1,
        "write headers.content-type"
      ),
      ("let a = ((1, 2, 3)); expect $a = ((1, 5))", 1, "$a differs in 2 places"),
      ("let a = ((1, 2, 3)); expect $a = ((1, 5))", 1, "$a[1] is 2, not 5"),
      ("let a = ((1, 2, 3)); expect $a = ((1, 5))", 1, "$a has 3 values, not 2"),
      (
        "let a = api get a; api get b > /dev/null; expect body = $a", 1,
        "body differs in 1 place"
      ),
      (
        "let l = api get none; test \"$n\" for n in $l { print }", 1,
        "the table of the test has no rows"
      ),
      ("expect 404 { api get a > /dev/null }", 1, "the status is 200, not 404"),
      ("expect 200 { print }", 1, "no request was sent, so there is no status 200"),
      (
        "expect 200, 201 { api get lost }", 1,
        "the request got no response, so there is no status 200 or 201"
      ),
      ("expect 200 { api get a | expect n = 4 }", 1, "the record does not fulfill the condition"),
      (
        "expect 200 { api get a > /dev/null; fail x }", 1,
        "the status is 200, but the commands have failed: x"
      ),
      ("expect 200 { api get a --bad }", 2, "api get has no option '--bad'"),
      (
        "expect error { api get a > /dev/null }", 1,
        "the commands have succeeded, and an error is expected"
      ),
      ("expect error 4 { api get 404 > /dev/null }", 1, "the exit status is 3, not 4"),
      ("expect error { api get --bad }", 2, "no option '--bad'"),
      (
        "api get items | expect n > 0 | to json > /dev/null", 1,
        "2 of 3 records do not fulfill the condition"
      ),
      ("api get items | expect n > 0 | to json > /dev/null", 1, "record 2, b: n is -2"),
      ("api get none | expect n > 0", 1, "there are no records, and at least one is expected"),
      (
        "expect { api get a | expect n = 4 | to json > /dev/null } within 2s", 1, "record 1: n is 3"
      ),
      (
        "expect 404 { api get a > /dev/null } within 2s every 50ms", 1,
        "the status is 200, not 404, also after 2s"
      ),
      ("expect { sleep 9 } within 200ms", 1, "the commands have not ended in 200ms"),
      ("expect { api get a } within x", 2, "'x' is not a duration"),
      ("test 'a' { expect 404 { api get a > /dev/null } }", 1, "the status is 200, not 404"),
      (
        "def f { expect 404 { api get a > /dev/null; return } }; f", 1, "the status is 200, not 404"
      ),
      ("expect error 4 { api get 404 > /dev/null || fail x }", 1, "the exit status is 1, not 4"),
      ("test 'a' { exit }", 1, "'exit' cannot end a test\nthe test 'a' has failed"),
      ("test 'a' { skip 'no key' }", 0, "skipped: a: no key"),
      ("after { print over }; test 'a' { fail x }", 1, "x"),
    ] as [(String, Int32, String)])
  func notMet(script: String, status: Int32, text: String) async throws {
    let result = try await Self.harness().run(script.replacing("; ", with: "\n"))
    #expect(result.status == status)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  @Test(arguments: [
    (
      "api get login > /dev/null; expect status = 404",
      "\"access_token\":\"…\",\"user\":{\"api_key\":\"…\"},\"n\":3"
    ),
    ("api get login > /dev/null; expect body.access_token = x", "body.access_token is …"),
    (
      "api get login > /dev/null; expect length(body.access_token) = 3",
      "length(body.access_token) is 8"
    ),
    (
      "api get login > /dev/null; expect split(body.access_token, '-') = (1, 2)",
      "differs in 2 places"
    ),
    ("api get login > /dev/null; expect body.user is empty", "body.user is {\"api_key\":\"…\"}"),
    ("api get login > /dev/null; expect text = 1", "text is text, '{\"access_token\":\"…\""),
    (
      "api get login > /dev/null; let other = $response.body.user; expect body = $other",
      "body.access_token is …"
    ),
    ("expect 404 { api get login > /dev/null }", "{\"access_token\":\"…\""),
    ("api get keys | expect token = x", "record 1, a: token is …"),
  ])
  func `an expectation that is not met shows no credential of the answer`(
    script: String, text: String
  ) async throws {
    let result = try await Self.harness().run(script.replacing("; ", with: "\n"))
    #expect(result.status == 1 && result.errors.contains(text), "\(result.errors)")
    #expect(!result.errors.contains("secret-"), "\(result.errors)")
  }

  @Test func `expectations on lines that follow each other are all checked`() async throws {
    let result = try await Self.harness().run(
      "api get a > /dev/null\nif true {\n  expect status = 1\n  expect body.n = 1\n  print no\n}")
    #expect(result.errors.contains("status is 200"))
    #expect(result.errors.contains("body.n is 3"))
    #expect(result.output == "")
  }

  @Test func `what a test sets is gone, and 'after' runs after a failure`() async throws {
    let result = try await Self.harness().run(
      """
      after { print end $n }
      let n = 0
      test 'a' { let n = 1 }
      test 'b' { print b $n; let n = 2; fail b }
      test 'c' { print no }
      """)
    #expect(result.status == 1)
    #expect(result.output == "end 1\nb 0\nend 2\n")
  }

  @Test func `all rows of a table are tested, also after a failure`() async throws {
    let result = try await Self.harness().run(
      "test \"n is $n\" for n in (1, 2, 3) { print $n\n expect $n = 3 }")
    #expect(result.status == 1)
    #expect(result.output == "1\n2\n3\n")
  }

  @Test func `the jobs and rules of a test end with it`() async throws {
    let harness = try Self.harness()
    let result = await harness.run(
      """
      test 'a' {
        sleep 60 &
        on api.data.updated do print x
        jobs | count | expect count = 1
      }
      jobs list | where status = running | count
      on | count
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("0\n0\n"))
  }
}
