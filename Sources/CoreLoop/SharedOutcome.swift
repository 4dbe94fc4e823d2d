/// The outcome of work that several tasks wait for.
///
/// When the last waiting task is cancelled, the work is abandoned.
@MainActor
package final class SharedOutcome<Value: Sendable> {
  package var task: Task<Void, Never>?
  private var outcome: Result<Value, any Error>?
  private var waiters: [Waiter<Value, any Error>] = []
  private var whenAbandoned: @MainActor (SharedOutcome) -> Void

  /// Creates an unsettled outcome.
  ///
  /// - Parameter whenAbandoned: called when no task waits any more.
  package init(whenAbandoned: @escaping @MainActor (SharedOutcome) -> Void = { _ in }) {
    self.whenAbandoned = whenAbandoned
  }

  /// Waits for the outcome.
  ///
  /// - Throws: the work's error; `CancellationError` as soon as the caller's task is cancelled.
  package func value() async throws -> Value {
    if let outcome { return try outcome.get() }
    let waiter = Waiter<Value, any Error>()
    waiters.append(waiter)
    defer {
      waiters.removeAll { $0 === waiter }
      if outcome == nil, waiters.isEmpty { whenAbandoned(self) }
    }
    return try await waiter.valueUnlessCancelled()
  }

  /// Sets the outcome and resumes the waiting tasks; only the first outcome counts.
  package func settle(_ result: Result<Value, any Error>) {
    guard outcome == nil else { return }
    outcome = result
    task?.cancel()
    whenAbandoned = { _ in }
    for waiter in waiters { waiter.settle(result) }
  }
}
