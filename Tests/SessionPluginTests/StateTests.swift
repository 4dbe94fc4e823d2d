import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import SessionPlugin

/// A service that does what a test says.
private final class MockSessionService: SessionServiceProtocol {
  let result = Mutex<Result<Session, SessionError>>(
    .failure(.notSignedIn(environment: "x", command: "c")))
  let calls = Mutex<[String]>([])

  private func answer(_ call: String) throws -> Session {
    calls.withLock { $0.append(call) }
    return try result.withLock { try $0.get() }
  }

  func user(of environment: APIEnvironment) async -> SignedInUser? { nil }

  func sessions(of environment: APIEnvironment) async throws -> [Session] { [] }

  func schemes(of environment: APIEnvironment) async throws -> [SecurityScheme] {
    APISecurity.sessions.schemes
  }

  func checkSignIn(
    by scheme: SecurityScheme, to environment: APIEnvironment, asking asks: Bool
  ) async throws {}

  func logIn(
    by plan: SignInPlan, user: String?, secret: Secret?, to environment: APIEnvironment,
    showing dialog: SignInDialog
  ) async throws -> Session {
    try answer("logIn \(user ?? "") \(secret?.text ?? "")")
  }

  func status(of environment: APIEnvironment) async throws -> [Session] { [try answer("status")] }

  func refresh(_ environment: APIEnvironment) async throws -> [Session] {
    [try answer("refresh")]
  }

  func fields(of environment: APIEnvironment) async throws -> [String] {
    _ = try answer("fields")
    return ["X-Key: k"]
  }

  func plan(
    for scheme: SecurityScheme, in environment: APIEnvironment, hasSecret: Bool, mayAsk: Bool
  ) async throws -> SignInPlan { SignInPlan(scheme) }

  func logOut(of environment: APIEnvironment) async throws -> Bool {
    _ = try answer("logOut")
    return false
  }
}

@MainActor
@Suite struct StateTests {
  private let service = MockSessionService()
  private let harness: ShellHarness
  private let module: SessionModule

  static let demo = Session(
    user: "demo", environment: "mock", expiresAt: Date(timeIntervalSince1970: 0))

  init() throws {
    harness = try ShellHarness(
      StubTransport(json: "{}"), console: RecordingConsole(answers: ["demo", "word"]))
    module = SessionModule(harness.context) { [service] _ in service }
    try harness.load(module)
  }

  private var state: SessionState {
    harness.context.state { preconditionFailure("the module has made it") }
  }

  @Test func `session commands use the service's protocol`() async {
    service.result.withLock { $0 = .success(Self.demo) }
    let result = await harness.run(
      "session login; session status; session refresh; session logout")
    #expect(result == (0, "shop\ttest\tdemo\tsession\t\t1970-01-01T00:00:00Z\n", ""))
    #expect(
      service.calls.withLock(\.self) == ["logIn demo word", "status", "refresh", "logOut"])
    #expect(
      harness.console.notices == [
        "signed in as demo on mock", "signed in as demo on mock until 1970-01-01T00:00:00Z",
        "signed out",
      ])
  }

  @Test(arguments: ["session login", "session status", "session refresh"])
  func `session commands store the session in the state`(line: String) async {
    #expect(state.sessions.isEmpty)
    service.result.withLock { $0 = .success(Self.demo) }
    _ = await harness.run(line)
    #expect(state.sessions == [Self.demo])
  }

  @Test(arguments: ["session status", "session refresh", "session logout"])
  func `a failed session command clears the state`(line: String) async {
    service.result.withLock { $0 = .success(Self.demo) }
    _ = await harness.run("session status")
    service.result.withLock {
      $0 = .failure(.sessionRefused(environment: "mock", command: "session login"))
    }
    let result = await harness.run(line)
    #expect(result.status == 4)
    #expect(state.sessions.isEmpty)
  }

  @Test func `a refused request or another environment clears the state`()
    async
  {
    service.result.withLock { $0 = .success(Self.demo) }
    for event in [
      Unauthorized(environment: .test, method: .get, path: "products"),
      DataInvalidated(resource: nil, environment: .test),
    ] as [any Event] {
      _ = await harness.run("session status")
      harness.bus.post(DataInvalidated(resource: "products", environment: .test))
      harness.bus.post(Forbidden(environment: .test, method: .get, path: "products"))
      #expect(state.sessions == [Self.demo])
      post(event)
      #expect(state.sessions.isEmpty)
    }
  }

  private func post(_ event: some Event) { harness.bus.post(event) }

  @Test func `the unloaded module session handles no events`() async throws {
    service.result.withLock { $0 = .success(Self.demo) }
    _ = await harness.run("session status")
    try harness.unload("session")
    harness.bus.post(Unauthorized(environment: .test, method: .get, path: "products"))
    #expect(state.sessions == [Self.demo])
  }

  @Test func `each session command has an example that parses`() async throws {
    service.result.withLock { $0 = .success(Self.demo) }
    for command in module.commands {
      try #require(!command.specification.examples.isEmpty)
      for example in command.specification.examples {
        harness.console.input = "word\n"
        let result = await harness.run(example.line)
        #expect(result.status == 0, "\(example.line): \(result.errors)")
      }
    }
  }
}
