import Observation
import SeashellKit

/// The session as the commands last saw it, without its tokens.
@Observable
@MainActor
final class SessionState {
  /// Who is signed in; nil if no user is, or if it is unknown.
  private(set) var status: SessionStatus?

  @ObservationIgnored private let service: any SessionServiceProtocol
  @ObservationIgnored private let bus: EventBus

  init(service: any SessionServiceProtocol, bus: EventBus) {
    self.service = service
    self.bus = bus
  }

  func checkSignIn() async throws {
    try await service.checkSignIn()
  }

  func checkServer() async throws {
    try await service.checkServer()
  }

  func logIn(user: String, password: SessionSecret) async throws -> SessionStatus {
    let status = try await service.logIn(user: user, password: password)
    bus.post(SignedIn(user: status.user, environment: status.environment))
    // This event also clears this state, so the new session is stored afterwards.
    bus.post(DataInvalidated(resource: nil))
    self.status = status
    return status
  }

  func load() async throws -> SessionStatus {
    try await storing { try await service.status() }
  }

  func refresh() async throws -> SessionStatus {
    do {
      return try await storing { try await service.refresh() }
    } catch let error as SessionError where error.isSessionRefused {
      // The client posts no events for the session's own requests.
      bus.post(Unauthorized())
      throw error
    }
  }

  /// Signs out, and removes what is stored of the user's data.
  ///
  /// - Parameters:
  ///   - offline: has the user's data, and the writes that wait.
  ///   - keepsData: whether the stored data stays.
  ///   - notify: shows the user that writes wait.
  /// - Throws: ``SessionError``; ``ShellError`` if the stored data cannot be removed.
  func logOut(
    _ offline: OfflineAccess, keepingData keepsData: Bool, notify: (String) -> Void
  ) async throws {
    // After signing out, the owner is no longer known.
    let (user, owner) = (service.user, offline.owner)
    var failure: (any Error)?
    do {
      defer {
        if let user, service.user == nil {
          bus.post(SignedOut(user: user.name, environment: user.environment))
        }
        // Even if it fails, the data of other modules belongs to the previous user.
        bus.post(DataInvalidated(resource: nil))
      }
      try await service.logOut()
    } catch {
      failure = error
    }
    if let user, let owner, owner.account != nil, service.user == nil {
      do {
        if !keepsData { try await offline.removeStore(of: owner) }
      } catch {
        failure = failure ?? SessionError.dataNotRemoved(cause: ShellError(error))
      }
      await notifyOfWrites(in: offline.queue, of: owner, user, notify)
    }
    if let failure { throw failure }
  }

  /// Says how many writes of a user wait in the queue.
  private func notifyOfWrites(
    in queue: (any WriteQueue)?, of owner: DataOwner, _ user: SignedInUser,
    _ notify: (String) -> Void
  ) async {
    guard let queue, queue.mayHaveWrites,
      let count = try? await queue.writes(of: owner).count, count > 0
    else { return }
    notify(SessionView.waiting(count, of: user.name ?? "this account"))
  }

  func forget() {
    status = nil
  }

  private func storing(_ body: () async throws -> SessionStatus) async throws -> SessionStatus {
    do {
      let status = try await body()
      self.status = status
      return status
    } catch {
      forget()
      throw error
    }
  }
}
