import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// The token that the shell was started with, in `TEST_TOKEN`.
@MainActor
@Suite struct VariableTests {
  private static let token = "ci-token-secret"

  /// A shell that was started with a token, on the environment `test`.
  private static func started(status: Int = 200) throws -> (
    harness: ShellHarness, transport: StubTransport, folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    let transport = StubTransport(
      status: status, json: #"{"user":"robot","expires_at":"2030-01-02T03:04:05Z"}"#)
    let harness = try ShellHarness(transport, directory: folder.path)
    harness.setToken(token)
    try harness.load(SessionModule(harness.context))
    return (harness, transport, folder)
  }

  @Test func `a start token is sent to the start environment only`()
    async throws
  {
    let (harness, transport, _) = try Self.started()
    let client = harness.context.client
    let first = client.environment
    _ = try await SessionBench.products(client)
    for (name, address) in [
      ("other", "http://localhost"), ("test", "https://shop.example"),
      ("test", "http://localhost:81"),
    ] {
      client.environment = try APIEnvironment(name, address, version: "v1")
      _ = try await SessionBench.products(client)
    }
    client.environment = first
    _ = try await SessionBench.products(client)
    let bearer = "Bearer \(Self.token)"
    #expect(
      transport.requests.map { $0.headers["Authorization"] } == [bearer, nil, nil, nil, bearer])
  }

  @Test func `a start token counts as credentials where it is sent`() async throws {
    let (harness, transport, _) = try Self.started()
    let client = harness.context.client
    #expect(try await harness.context.user.maySendRequests() == true)
    client.environment = try APIEnvironment(
      "other", "http://localhost", version: "v1")
    #expect(try await harness.context.user.maySendRequests() == false)
    #expect(transport.requests.isEmpty)
  }

  @Test func `a start token is written to no file`() async throws {
    let (harness, _, folder) = try Self.started()
    _ = try await SessionBench.products(harness.context.client)
    #expect(await harness.run("session status").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `session status asks the shop for a start token's user`() async throws {
    let (harness, _, _) = try Self.started()
    #expect(
      await harness.run("session status") == (
        0, "shop\ttest\trobot\tbearer\t\t2030-01-02T03:04:05Z\n", ""
      ))
  }

  @Test func `a refused start token is not renewed, and warned about once`() async throws {
    let (harness, transport, _) = try Self.started(status: 401)
    let recorder = EventRecorder(harness.bus)
    for _ in 1...2 {
      #expect(try await SessionBench.products(harness.context.client) == 401)
    }
    #expect(
      harness.console.notices
        == ["test does not accept the token in TEST_TOKEN; it may have expired"])
    #expect(recorder.events(of: Unauthorized.self).count == 2)
    #expect(transport.requests.map { $0.url.path() } == ["/v1/products", "/v1/products"])
    let result = await harness.run("session status")
    #expect(result.status == 4)
    #expect(
      result.errors.contains(
        "test does not accept the token in TEST_TOKEN; it may have expired; set a new one"))
    #expect(harness.console.notices.count == 1)
  }

  @Test func `the error about a refused start token names the variable`() async throws {
    let (harness, _, _) = try Self.started(status: 401)
    let client = harness.context.client
    let stream = try await APIRequest(path: "products").stream(on: client)
    let error = try await #require(throws: APIError.self) {
      try await stream.response(upTo: 1_000).verify()
    }
    #expect(
      error.shellError.hint
        == "the token in TEST_TOKEN was refused; it may have expired, so set a new one")
    client.environment = try APIEnvironment(
      "other", "http://localhost", version: "v1")
    let other = try await #require(throws: APIError.self) {
      try await APIRequest(path: "products").response(on: client).verify()
    }
    #expect(other.shellError.hint == "sign in with 'session login', or set TEST_TOKEN")
  }

  @Test(arguments: [
    "session login", "session login --user demo --password-stdin", "session logout",
    "session refresh",
  ])
  func `with a start token the user cannot sign in or out`(line: String) async throws {
    let (harness, transport, _) = try Self.started()
    harness.console.input = "pw"
    let result = await harness.run(line)
    #expect(result.status == 1)
    #expect(result.errors.contains("TEST_TOKEN is set, and replaces the session on test"))
    #expect(harness.console.questions.isEmpty)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["", "a b", "a\n", "a\u{E9}", "a\u{7F}", "\u{FFFD}"])
  func `an invalid start token is refused, and not shown`(text: String) throws {
    let harness = try ShellHarness(StubTransport(json: ""))
    harness.setToken(text)
    let error = try #require(throws: SessionError.self) {
      try harness.load(SessionModule(harness.context))
    }.shellError
    #expect(harness.modules.isEmpty)
    #expect(harness.context.client.authorizer == nil)
    #expect(error.status == .usage)
    #expect(error.message == "TEST_TOKEN has characters that a token cannot have")
  }

  @Test func `a start token is not sent over http to another machine`() async throws {
    let transport = StubTransport(json: "[]")
    let harness = try ShellHarness(transport)
    harness.setToken(Self.token)
    let client = harness.context.client
    client.environment = try APIEnvironment(
      "test", "http://shop.example", version: "v1")
    try harness.load(SessionModule(harness.context))
    #expect(
      harness.console.notices == [
        "TEST_TOKEN is not sent to test, because the connection is not encrypted"
      ])
    #expect(try await SessionBench.products(client) == 200)
    #expect(transport.requests.map { $0.headers["Authorization"] } == [nil])
    let result = await harness.run("session status")
    #expect(result.status == 1)
    #expect(result.errors.contains("test is not encrypted"), "\(result.errors)")
    #expect(transport.requests.count == 1)
  }
}
