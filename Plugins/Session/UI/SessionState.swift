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

  func logOut() async throws {
    let user = service.user
    defer {
      if let user, service.user == nil {
        bus.post(SignedOut(user: user.name, environment: user.environment))
      }
      // Even if it fails, the data of other modules belongs to the previous user.
      bus.post(DataInvalidated(resource: nil))
    }
    try await service.logOut()
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
