import Synchronization

/// Whichever of several outcomes comes first; one task waits for it.
final class FirstOutcome<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
    case told
  }

  private let state = Mutex(State.open)

  /// Gives an outcome; those after the first are dropped.
  func settle(_ outcome: Result<Value, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .open:
        state = .settled(outcome)
        return nil
      case .awaited(let continuation):
        state = .told
        return continuation
      case .settled, .told: return nil
      }
    }
    waiting?.resume(with: outcome)
  }

  /// Waits for the first outcome.
  ///
  /// - Throws: the failure, where that is the outcome.
  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state -> Result<Value, any Error>? in
        guard case .settled(let outcome) = state else {
          state = .awaited(continuation)
          return nil
        }
        state = .told
        return outcome
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }
}
