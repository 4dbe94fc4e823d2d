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
  @ObservationIgnored private let waitingWrites: (DataOwner) async -> Int

  /// - Parameters:
  ///   - user: tells other modules who is signed in.
  ///   - waitingWrites: returns how many writes of an owner wait in the queue.
  init(
    service: any SessionServiceProtocol, user: UserState,
    waitingWrites: @escaping (DataOwner) async -> Int
  ) {
    self.service = service
    self.user = user
    self.waitingWrites = waitingWrites
  }

  func checkSignIn() async throws {
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

  func load() async throws -> Session {
    try await storing { try await service.status() }
  }

  func refresh() async throws -> Session {
    try await storing { try await service.refresh() }
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
