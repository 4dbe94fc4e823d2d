import Observation
import SeashellKit

/// The session as the commands last saw it; the tokens are not here.
@Observable
@MainActor
final class SessionState {
  /// Who is signed in; nil where nobody is, or nobody has asked yet.
  private(set) var status: SessionStatus?

  @ObservationIgnored private let service: any SessionServiceProtocol
  @ObservationIgnored private let bus: EventBus

  init(service: any SessionServiceProtocol, bus: EventBus) {
    self.service = service
    self.bus = bus
  }

  /// Says whether there is a session to sign in to.
  func checkSignIn() async throws {
    try await service.checkSignIn()
  }

  func logIn(user: String, password: SessionSecret) async throws -> SessionStatus {
    let status = try await service.logIn(user: user, password: password)
    // This state hears it too, so the new session is set afterwards.
    bus.post(DataInvalidated(resource: nil))
    self.status = status
    return status
  }

  func load() async throws -> SessionStatus {
    try await hold { try await service.status() }
  }

  func refresh() async throws -> SessionStatus {
    do {
      return try await hold { try await service.refresh() }
    } catch let error as SessionError where error.isRefusal {
      // The client says nothing of a session's own requests, and the session is over for all.
      bus.post(Unauthorized())
      throw error
    }
  }

  func logOut() async throws {
    // Whatever came of it, what the others hold was seen by somebody else.
    defer { bus.post(DataInvalidated(resource: nil)) }
    try await service.logOut()
  }

  /// Forgets what it holds: the session is over, or another environment was chosen.
  func forget() {
    status = nil
  }

  private func hold(_ body: () async throws -> SessionStatus) async throws -> SessionStatus {
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
