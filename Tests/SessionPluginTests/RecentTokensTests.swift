import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// When requests read the file of the tokens, and when they use what was read before.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct RecentTokensTests {
  private let folder: TemporaryFolder
  private let store: SessionTokenStore
  private let environment: APIEnvironment
  private let now = ContinuousClock.now

  init() throws {
    folder = try TemporaryFolder()
    store = SessionTokenStore(directory: "\(folder.path)/test/tokens", clock: ManualClock())
    environment = try APIEnvironment("test", "http://localhost", version: "v1")
  }

  private static func tokens(_ number: Int) throws -> SessionTokens {
    SessionTokens(
      accessToken: SessionSecret("access-\(number)"),
      refreshToken: SessionSecret("refresh-\(number)"), expiresAt: Date(), user: "demo",
      origin: "http://localhost:80")
  }

  private func recent(after seconds: Double = 0) throws -> String? {
    try store.recentTokens(of: environment, now: now + .seconds(seconds))?.accessToken.authorization
  }

  @Test func `the file is read at most once a second`() async throws {
    let other = SessionTokenStore(directory: store.directory, clock: ManualClock())
    try await store.save(try Self.tokens(1), of: environment)
    #expect(try recent() == "Bearer access-1")
    try await other.save(try Self.tokens(2), of: environment)
    #expect(try recent() == "Bearer access-1")
    #expect(try recent(after: 60) == "Bearer access-2")
  }

  @Test func `that there is no session holds for a second too`() async throws {
    let other = SessionTokenStore(directory: store.directory, clock: ManualClock())
    #expect(try recent() == nil)
    try await other.save(try Self.tokens(1), of: environment)
    #expect(try recent() == nil)
    #expect(try recent(after: 60) == "Bearer access-1")
  }

  @Test func `a change by this process and a refusal are seen at once`() async throws {
    let other = SessionTokenStore(directory: store.directory, clock: ManualClock())
    try await store.save(try Self.tokens(1), of: environment)
    #expect(try recent() == "Bearer access-1")
    try await store.save(try Self.tokens(2), of: environment)
    #expect(try recent() == "Bearer access-2")
    try await other.save(try Self.tokens(3), of: environment)
    // After a 401 the authorizer reads the file.
    #expect(try store.tokens(of: environment)?.accessToken.authorization == "Bearer access-3")
    #expect(try recent() == "Bearer access-3")
    try await store.remove(of: environment)
    #expect(try recent() == nil)
  }

  @Test func `what was read belongs to one environment and one address`() async throws {
    try await store.save(try Self.tokens(1), of: environment)
    #expect(try recent() == "Bearer access-1")
    let elsewhere = try APIEnvironment("test", "http://localhost:81", version: "v1")
    #expect(try store.recentTokens(of: elsewhere, now: now) == nil)
    let other = try APIEnvironment("other", "http://localhost", version: "v1")
    #expect(try store.recentTokens(of: other, now: now) == nil)
    #expect(try recent() == "Bearer access-1")
  }

  @Test func `a file that cannot be read is read again`() async throws {
    try folder.keep("{")
    #expect(throws: SessionError.self) { try recent() }
    try await SessionTokenStore(directory: store.directory, clock: ManualClock())
      .save(try Self.tokens(1), of: environment)
    #expect(try recent() == "Bearer access-1")
  }
}
