import CoreLoop
import FoundationEssentials
import ShellCommands
import WebAPI
import WebFetching

/// The context of one request through a store: its owner's store, and how to use it.
struct OfflineSession: Sendable {
  let owner: DataOwner
  /// Nil if the environment has no network.
  let store: (any RecordStore)?
  let mode: OfflineMode
  let preference: DataPreference
  let health: CircuitBreaker?
  let host: String
  let clock: any Clock<Duration>

  /// How long to wait for a service that is known to be lost.
  private static let patience = Duration.seconds(1)

  /// Whether the service is not asked at all.
  var asksStoreOnly: Bool { mode == .always && !preference.isFresh }

  var reason: String {
    asksStoreOnly ? "offline is set to always" : "\(host) is not reachable"
  }

  /// The error for a read that the store cannot answer while `offline` is set to `always`.
  func notKnown(_ path: String) -> ShellError {
    ShellError(
      .unconnected, "'\(path)' is not known here, and offline is set to always",
      hint: "'set offline auto' asks the service")
  }

  /// Returns the error of an unreachable service, adding that the store has no answer either.
  static func notStored(_ error: any Error) -> ShellError {
    let error = ShellError(error)
    return ShellError(
      error.code, error.message + ", and nothing of it is stored here", hint: error.hint,
      problems: error.problems, body: error.body, status: error.status)
  }

  /// Sends a request without retries after a lost connection, and waits for a lost service no longer
  /// than a second.
  ///
  /// - Returns: nil if the service was not reached.
  func attempt<Answer: Sendable>(
    _ request: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    do {
      return try await EnvironmentClient.$retriesLostConnections.withValue(false) {
        guard health?.isLost == true else { return try await request() }
        return try await Task { try await request() }.value(within: Self.patience, on: clock)
      }
    } catch  where Self.isLoss(error) {
      try Task.checkCancellation()
      return nil
    }
  }

  /// Whether an error means that the service could not be reached.
  static func isLoss(_ error: any Error) -> Bool {
    guard !(error is CancellationError) else { return false }
    return (error as? any ShellErrorConvertible)?.shellError.code == .unconnected
  }
}
