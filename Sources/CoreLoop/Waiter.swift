public import Synchronization

/// One task's wait for an outcome that comes from elsewhere: another task, a thread or a callback.
///
/// The outcome may be given before the task waits or while it waits; only the first one counts. At most one task waits
/// at a time. It is resumed when the outcome is given, so give it outside of a lock.
public final class Waiter<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Phase {
    case open
    case waiting(UnsafeContinuation<Result<Value, Failure>, Never>)
    case settled(Result<Value, Failure>)
  }

  @usableFromInline let phase = Mutex(Phase.open)

  /// Creates a waiter without an outcome.
  @inlinable
  public init() {}

  /// Whether there is an outcome.
  @inlinable
  public var isSettled: Bool {
    phase.withLock { if case .settled = $0 { true } else { false } }
  }

  /// Gives the outcome; later ones are ignored.
  ///
  /// - Returns: whether it was the first one.
  @discardableResult
  @inlinable
  public func settle(_ outcome: Result<Value, Failure>) -> Bool {
    let before = phase.withLock { phase in
      let before = phase
      if case .settled = before { return before }
      phase = .settled(outcome)
      return before
    }
    switch before {
    case .open: return true
    case .waiting(let continuation):
      continuation.resume(returning: outcome)
      return true
    case .settled: return false
    }
  }

  /// Waits for the outcome, also after the task was cancelled.
  ///
  /// - Throws: the outcome, if it is an error.
  @inlinable
  public func value() async throws(Failure) -> Value {
    try await withUnsafeContinuation { continuation in
      let outcome = phase.withLock { phase -> Result<Value, Failure>? in
        switch phase {
        case .settled(let outcome): return outcome
        case .waiting: preconditionFailure("two tasks wait at a time")
        case .open:
          phase = .waiting(continuation)
          return nil
        }
      }
      if let outcome { continuation.resume(returning: outcome) }
    }.get()
  }
}

extension Waiter where Value == Void {
  /// Ends the wait; what comes later is ignored.
  @inlinable
  public func settle() { settle(.success(())) }
}

extension Waiter where Failure == any Error {
  /// Waits for the outcome, or until the task is cancelled, which is the outcome then.
  ///
  /// - Parameter isolation: the caller's actor, on which it stays.
  /// - Throws: the outcome, if it is an error; `CancellationError`.
  @inlinable
  public func valueUnlessCancelled(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      // Without it, the closure would hop to the pool and back.
      _ = isolation
      return try await value()
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }
}
