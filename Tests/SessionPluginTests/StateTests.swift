import FoundationEssentials
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import SessionPlugin

/// A service that does what a test says.
private final class MockSessionService: SessionServiceProtocol {
  let result = Mutex<Result<SessionStatus, SessionError>>(.failure(.notSignedIn(environment: "x")))
  let calls = Mutex<[String]>([])

  private func answer(_ call: String) throws -> SessionStatus {
    calls.withLock { $0.append(call) }
    return try result.withLock { try $0.get() }
  }

  var user: SignedInUser? { nil }

  func checkSignIn() async throws {}
  func checkServer() async throws {}

  func logIn(user: String, password: SessionSecret) async throws -> SessionStatus {
    try answer("logIn \(user) \(password.text)")
  }

  func status() async throws -> SessionStatus { try answer("status") }

  func refresh() async throws -> SessionStatus { try answer("refresh") }

  func logOut() async throws { _ = try answer("logOut") }
}

@MainActor
@Suite struct StateTests {
  private let service = MockSessionService()
  private let harness: ShellHarness
  private let module: SessionModule

  static let demo = SessionStatus(
    user: "demo", environment: "mock", expiresAt: Date(timeIntervalSince1970: 0))

  init() throws {
    harness = try ShellHarness(
      StubTransport(json: "{}"), console: RecordingConsole(answers: ["demo", "word"]))
    module = SessionModule(
      harness.context, service: service,
      authorizer: SessionServiceProvider.authorizer(
        harness.context, SessionServiceProvider.store(harness.context), nil))
    try harness.load(module)
  }

  private var state: SessionState {
    harness.context.state { SessionState(service: service, bus: harness.bus) }
  }

  @Test func `the commands go through the service's protocol`() async {
    service.result.withLock { $0 = .success(Self.demo) }
    let result = await harness.run(
      "session login; session status; session refresh; session logout")
    #expect(result == (0, "demo\tmock\t1970-01-01T00:00:00Z\n", ""))
    #expect(
      service.calls.withLock(\.self) == ["logIn demo word", "status", "refresh", "logOut"])
    #expect(
      harness.console.notices == [
        "signed in as demo on mock", "signed in as demo on mock until 1970-01-01T00:00:00Z",
        "signed out",
      ])
  }

  @Test(arguments: ["session login", "session status", "session refresh"])
  func `the state holds who is signed in`(line: String) async {
    #expect(state.status == nil)
    service.result.withLock { $0 = .success(Self.demo) }
    _ = await harness.run(line)
    #expect(state.status == Self.demo)
  }

  @Test(arguments: ["session status", "session refresh", "session logout"])
  func `a failure empties the state`(line: String) async {
    service.result.withLock { $0 = .success(Self.demo) }
    _ = await harness.run("session status")
    service.result.withLock { $0 = .failure(.sessionRefused(environment: "mock")) }
    let result = await harness.run(line)
    #expect(result.status == 4)
    #expect(state.status == nil)
  }

  @Test func `a refused request and another environment empty the state, other changes do not`()
    async
  {
    service.result.withLock { $0 = .success(Self.demo) }
    for event in [Unauthorized(), DataInvalidated(resource: nil)] as [any Event] {
      _ = await harness.run("session status")
      harness.bus.post(DataInvalidated(resource: "products"))
      harness.bus.post(Forbidden())
      #expect(state.status == Self.demo)
      post(event)
      #expect(state.status == nil)
    }
  }

  @Test(
    arguments: [
      (.sessionRefused(environment: "mock"), 1), (.notSignedIn(environment: "mock"), 0),
      (.variableInUse("TEST_TOKEN", environment: "mock"), 0),
    ] as [(SessionError, Int)])
  func `a refused refresh posts one event`(error: SessionError, count: Int) async {
    let recorder = EventRecorder(harness.bus)
    service.result.withLock { $0 = .failure(error) }
    _ = await harness.run("session refresh")
    #expect(recorder.events(of: Unauthorized.self).count == count)
  }

  private func post(_ event: some Event) { harness.bus.post(event) }

  @Test func `after unloading, the module handles no events`() async throws {
    service.result.withLock { $0 = .success(Self.demo) }
    _ = await harness.run("session status")
    try harness.unload("session")
    harness.bus.post(Unauthorized())
    #expect(state.status == Self.demo)
  }

  @Test func `each command has an example that parses`() async throws {
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
