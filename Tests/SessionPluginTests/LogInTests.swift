import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct LogInTests {
  @Test func `session login sends user and password, and stores the tokens`() async throws {
    let bench = try SessionBench()
    bench.console.input = StubShop.password + "\n"
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result == (0, "", ""))
    #expect(bench.console.notices == ["signed in as demo on test"])
    #expect(bench.paths == ["POST /v1/session"])
    let request = try #require(bench.transport.requests.first)
    #expect(StubShop.fields(request) == ["user": "demo", "password": StubShop.password])
    #expect(request.headers["Authorization"] == nil)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(bench.folder.kept()?.contains("refresh-secret-1") == true)
  }

  @Test func `session login asks for missing arguments, the password hidden`() async throws {
    let bench = try SessionBench(console: RecordingConsole(answers: ["demo", StubShop.password]))
    let result = await bench.run("session login")
    #expect(result == (0, "", ""))
    #expect(bench.console.questions == ["user", "password"])
    #expect(bench.paths == ["GET /v1/session", "POST /v1/session"])
    #expect(bench.transport.requests[0].headers["Authorization"] == nil)
    #expect(bench.events.names.filter { $0 == "api.unauthorized" }.isEmpty)
  }

  @Test(
    arguments: [
      HTTPResponse(status: 404), HTTPResponse(status: 405, headers: ["Allow": "GET, HEAD"]),
      HTTPResponse(status: 410), HTTPResponse(status: 302, headers: ["Location": "/welcome"]),
      HTTPResponse(status: 200, headers: ["Content-Type": "text/html"]), HTTPResponse(status: 204),
    ])
  func `no password is asked for if the server has no sessions`(answer: HTTPResponse) async throws {
    let bench = try SessionBench(console: RecordingConsole(answers: ["demo", "secret"]))
    bench.shop.intercept { $0.url.path() == "/v1/session" ? answer : HTTPResponse(status: 200) }
    let result = await bench.run("session login")
    #expect(result.status == 3)
    #expect(
      result.errors.contains(
        "test has no 'session' to sign in to with a password; start again with an access token in"))
    #expect(bench.console.questions.isEmpty)
    #expect(!bench.paths.contains { $0.hasPrefix("POST") })
  }

  @Test(
    arguments: [
      (HTTPResponse(status: 405, headers: ["Allow": "POST, DELETE"])), HTTPResponse(status: 403),
      HTTPResponse(status: 422), HTTPResponse(status: 400),
      HTTPResponse(status: 200, headers: ["Content-Type": "application/json"]),
    ])
  func `a password is asked for if the server has sessions`(answer: HTTPResponse) async throws {
    let bench = try SessionBench(
      console: RecordingConsole(answers: ["demo", StubShop.password]))
    bench.shop.intercept { $0.method == .get ? answer : nil }
    #expect(await bench.run("session login").status == 0)
    #expect(bench.console.questions == ["user", "password"])
  }

  @Test func `no password is asked for if the server is lost or fails`() async throws {
    for status in [5, 8] as [Int32] {
      let bench = try SessionBench(console: RecordingConsole(answers: ["demo", "secret"]))
      bench.shop.intercept { _ in
        guard status == 8 else { throw TransportError(.unconnected, reason: "refused") }
        return HTTPResponse(status: 500)
      }
      #expect(await bench.run("session login").status == status)
      #expect(bench.console.questions.isEmpty)
    }
  }

  @Test(arguments: [404, 405, 410])
  func `a password from standard input costs one request`(
    status: Int
  ) async throws {
    let bench = try SessionBench(console: RecordingConsole(input: "secret"))
    bench.shop.intercept { _ in HTTPResponse(status: status) }
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 3)
    #expect(result.errors.contains("test has no 'session' to sign in to"))
    #expect(bench.paths == ["POST /v1/session"])
  }

  @Test(arguments: [
    ("session login", "pass --user"),
    ("session login --user demo", "pass --password-stdin or --password-env NAME"),
    ("session login --user demo --password-stdin", "standard input is the script"),
    ("session login --user ''", "--user takes"), ("session login wh demo", "takes one argument"),
  ])
  func `session login in a script without a password is status 2`(
    line: String, text: String
  ) async throws {
    let bench = try SessionBench()
    let result = await bench.run(line)
    #expect(result.status == 2)
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"),
    (" secret ", " secret "), ("secret\r", "secret\r"), ("pässwörd\n", "pässwörd"),
  ])
  func `one newline after a password is removed`(input: String, password: String) async throws {
    let bench = try SessionBench(console: RecordingConsole(input: input))
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 4)
    let request = try #require(bench.transport.requests.first)
    #expect(StubShop.fields(request)["password"] == password)
  }

  @Test(arguments: [
    ("", "the password is empty"), ("\n", "the password is empty"),
    ("\r\n", "the password is empty"), ("one\ntwo\n", "more than one line"),
    ("one\n\n", "more than one line"), ("one\r\ntwo", "more than one line"),
  ])
  func `invalid input for a password is refused`(input: String, text: String) async throws {
    let bench = try SessionBench(console: RecordingConsole(input: input))
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 2)
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(arguments: [(65_536, 4, 1), (65_537, 1, 0)] as [(Int, Int32, Int)])
  func `a password has a maximum length`(length: Int, status: Int32, requests: Int) async throws {
    let input = String(repeating: "x", count: length)
    let bench = try SessionBench(console: RecordingConsole(input: input))
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == status)
    #expect(bench.transport.requests.count == requests)
  }

  @Test(arguments: [["", "x"], ["demo", ""]])
  func `an empty user or password is refused`(answers: [String]) async throws {
    let bench = try SessionBench(console: RecordingConsole(answers: answers))
    let result = await bench.run("session login")
    #expect(result.status == 2)
    #expect(bench.paths == ["GET /v1/session"])
  }

  @Test func `a wrong password is status 4, and keeps the old session`()
    async throws
  {
    let bench = try await SessionBench.signedIn()
    let kept = bench.folder.kept()
    let told = bench.events.names.filter { $0.hasPrefix("api.") }
    bench.console.input = "wrong"
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 4)
    #expect(result.errors.contains("test does not accept this user and password"))
    #expect(!result.errors.contains("session login'"))
    #expect(bench.folder.kept() == kept)
    #expect(
      bench.events.names.filter { $0.hasPrefix("api.") } == told + ["api.unauthorized"])
  }

  @Test func `signing in invalidates all data`() async throws {
    let bench = try await SessionBench.signedIn()
    #expect(
      bench.events.events(of: DataInvalidated.self) == [
        DataInvalidated(resource: nil, environment: .test)
      ])
    #expect(bench.events.events(of: DataInserted.self).isEmpty)
  }

  @Test func `signing in to an unreachable shop is status 5`() async throws {
    let bench = try SessionBench(console: RecordingConsole(input: "x"))
    bench.shop.intercept { _ in throw TransportError(.unconnected, reason: "refused") }
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 5)
    #expect(bench.folder.kept() == nil)
  }

  @Test(arguments: [
    #"{"refresh_token":"r","expires_in":60}"#,
    #"{"access_token":"","refresh_token":"r","expires_in":60}"#,
    #"{"access_token":"a\nX-Evil: 1","refresh_token":"r","expires_in":60}"#,
    #"{"access_token":"a","refresh_token":"r s","expires_in":60}"#,
    #"{"access_token":"a","refresh_token":"r","expires_in":-1}"#,
    #"{"access_token":"a","refresh_token":"r","expires_in":9223372036854775807}"#, "[]", "",
  ])
  func `invalid tokens in a response are not stored`(answer: String) async throws {
    let bench = try SessionBench(console: RecordingConsole(input: "x"))
    bench.shop.intercept { _ in StubShop.json(201, answer) }
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 8, "\(result.errors)")
    #expect(bench.folder.kept() == nil)
  }

  @Test func `a password is never sent over http to another machine`() async throws {
    let bench = try SessionBench(console: RecordingConsole(input: "x"))
    bench.client.environment = try APIEnvironment(
      "plain", "http://shop.example", version: "v1")
    let result = await bench.run("session login --user demo --password-stdin")
    #expect(result.status == 1)
    #expect(result.errors.contains("https"))
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `no password is asked for on an unencrypted connection`() async throws {
    let bench = try SessionBench(console: RecordingConsole(answers: ["demo", StubShop.password]))
    bench.client.environment = try APIEnvironment(
      "qa", "http://shop.example", version: "v1")
    let result = await bench.run("session login")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "qa is not encrypted, so it gets no passwords or tokens"))
    #expect(bench.console.questions.isEmpty)
    #expect(bench.transport.requests.isEmpty)
  }
}
