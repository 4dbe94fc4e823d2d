import Synchronization

/// The first of several outcomes, for which one task waits.
package final class FirstOutcome<Value: Sendable>: Sendable {
  private enum Phase {
    case open
    case awaited(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
    case delivered
  }

  private let phase = Mutex(Phase.open)

  package init() {}

  /// Sets the outcome; later outcomes are ignored.
  package func settle(_ outcome: Result<Value, any Error>) {
    let waiting = phase.withLock { phase -> CheckedContinuation<Value, any Error>? in
      switch phase {
      case .open:
        phase = .settled(outcome)
        return nil
      case .awaited(let continuation):
        phase = .delivered
        return continuation
      case .settled, .delivered: return nil
      }
    }
    waiting?.resume(with: outcome)
  }

  /// Waits for the first outcome, and throws it if it is an error.
  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = phase.withLock { phase -> Result<Value, any Error>? in
        guard case .settled(let outcome) = phase else {
          phase = .awaited(continuation)
          return nil
        }
        phase = .delivered
        return outcome
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }
}

extension FirstOutcome {
  /// Waits for the first outcome, or until the task is cancelled.
  ///
  /// - Throws: as `value()`; `CancellationError`.
  package func valueUnlessCancelled() async throws -> Value {
    try await withTaskCancellationHandler {
      try await value()
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }
}

/// Cancels a task that may not exist yet, since its body can run before the task is assigned.
final class CancellationHandle: Sendable {
  private enum Target {
    case unknown(isCancelled: Bool)
    case task(@Sendable () -> Void)
  }

  private let target = Mutex(Target.unknown(isCancelled: false))

  /// Sets the function that cancels the task, and calls it if the handle was already cancelled.
  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = target.withLock { target in
      defer { target = .task(cancel) }
      guard case .unknown(let isCancelled) = target else { return false }
      return isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Cancels the task, now or as soon as it is attached.
  func cancel() {
    let cancel = target.withLock { target -> (@Sendable () -> Void)? in
      if case .task(let cancel) = target { return cancel }
      target = .unknown(isCancelled: true)
      return nil
    }
    cancel?()
  }
}
