import Observation
import SeashellHosting
import SeashellKit

/// The session as the commands last saw it, without its tokens.
@Observable
@MainActor
final class SessionState {
  /// Who is signed in; nil if no user is, or if it is unknown.
  private(set) var session: Session?

  @ObservationIgnored private let service: any SessionServiceProtocol
  @ObservationIgnored private let user: UserState
  @ObservationIgnored private let registry: () -> APIRegistry
  @ObservationIgnored private let waitingWrites: (DataOwner) async -> Int

  /// - Parameters:
  ///   - user: tells other modules who is signed in.
  ///   - apis: returns the shell's APIs; sessions are the own one's.
  ///   - waitingWrites: returns how many writes of an owner wait in the queue.
  init(
    service: any SessionServiceProtocol, user: UserState, apis: @escaping () -> APIRegistry,
    waitingWrites: @escaping (DataOwner) async -> Int
  ) {
    self.service = service
    self.user = user
    registry = apis
    self.waitingWrites = waitingWrites
  }

  private var apis: APIRegistry { registry() }

  /// Checks that the current API has sessions.
  ///
  /// - Throws: ``ShellError`` `usage` if it is another one than the shell's own.
  func checkAPI() throws {
    let api = apis.current
    guard !api.isOwn else { return }
    throw ShellError(
      .usage, "'session' signs in to '\(apis.own.name)' only, and the current API is '\(api.name)'",
      hint: "headers in config.json can send a key: headers: { 'X-API-Key': { env: 'NAME' } }")
  }

  func checkSignIn() async throws {
    try checkAPI()
    guard !apis.own.client.environment.isTemporary else {
      throw ShellError(
        .usage, "an address given with -e has no session, since nothing of it is stored",
        hint: "'env add NAME URL' keeps the address")
    }
    try await service.checkSignIn()
  }

  func checkServer() async throws {
    try await service.checkServer()
  }

  func logIn(user name: String, password: SessionSecret) async throws -> Session {
    let session = try await service.logIn(user: name, password: password)
    // Its events also clear this state, so the new session is stored afterwards.
    user.signIn(
      SignedIn(
        user: session.user, environment: session.environment, expiresAt: session.expiresAt))
    self.session = session
    return session
  }

  /// Returns the session of the current environment, as its server knows it.
  ///
  /// - Throws: ``SessionError`` if there is none.
  func load() async throws -> SessionStatus {
    let api = apis.current
    guard api.isOwn else {
      let environment = api.client.environment.name
      guard api.hasToken(for: api.client.environment) else {
        throw ShellError(
          .unauthorized, "not signed in on \(environment)",
          hint: "headers in config.json can send a key: headers: { 'X-API-Key': { env: 'NAME' } }")
      }
      return SessionStatus(
        api: api.name, environment: api.client.environment.shortName, scheme: "bearer")
    }
    let session = try await storing { try await service.status() }
    let user = await service.user()
    let scheme = user != nil && user?.name == nil ? "bearer" : "session"
    return SessionStatus(
      api: api.name, environment: session.environment, user: session.user, scheme: scheme,
      expiresAt: session.expiresAt)
  }

  /// Returns what is known of the sessions of all environments, without asking a server.
  func all() async -> [SessionStatus] {
    var all: [SessionStatus] = []
    for name in apis.names {
      guard let api = try? apis.api(name) else { continue }
      for environment in api.environments.all {
        var status = SessionStatus(api: api.name, environment: environment.shortName)
        if api.isOwn, let user = await service.user(of: environment) {
          (status.user, status.expiresAt) = (user.name, user.expiresAt)
          status.scheme = user.name == nil ? "bearer" : "session"
        } else if api.hasToken(for: environment) {
          status.scheme = "bearer"
        }
        all.append(status)
      }
    }
    return all
  }

  func refresh() async throws -> Session {
    try checkAPI()
    return try await storing { try await service.refresh() }
  }

  /// Whether the tokens were removed, whatever the server has answered.
  private static func isSignedOut(after failure: (any Error)?) -> Bool {
    switch failure {
    case nil, is CancellationError, SessionError.notEndedByServer?: true
    default: false
    }
  }

  /// The outcome of signing out.
  struct SignOutResult {
    /// The user's name; nil if it is unknown, or if no one was signed in.
    let user: String?
    /// How many writes of the user wait in the queue.
    let waiting: Int
    /// Why the session was not ended, or the user's data not removed; nil if all was done.
    let failure: (any Error)?
  }

  /// Signs out, and has all modules remove what they have stored of the user's data.
  ///
  /// - Parameter keepsData: whether the stored data stays.
  func logOut(keepingData keepsData: Bool) async -> SignOutResult {
    do { try checkAPI() } catch { return SignOutResult(user: nil, waiting: 0, failure: error) }
    // After signing out, the user is no longer known.
    let (signedIn, owner) = (await service.user(), await service.owner())
    var failure: (any Error)?
    do { try await service.logOut() } catch { failure = error }
    var waiting = 0
    if let signedIn, Self.isSignedOut(after: failure) {
      let event = SignedOut(user: signedIn.name, environment: signedIn.environment, owner: owner)
      do {
        try await user.signOut(event, keepingData: keepsData)
      } catch {
        failure = failure ?? SessionError.dataNotRemoved(cause: ShellError(error))
      }
      if let owner, owner.account != nil { waiting = await waitingWrites(owner) }
    }
    forget()
    return SignOutResult(user: signedIn?.name, waiting: waiting, failure: failure)
  }

  func forget() {
    session = nil
  }

  private func storing(_ body: () async throws -> Session) async throws -> Session {
    do {
      let session = try await body()
      self.session = session
      return session
    } catch {
      forget()
      throw error
    }
  }
}
