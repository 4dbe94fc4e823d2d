/// The outcome of work that several tasks wait for, with a time limit.
///
/// When the last waiting task is cancelled, the work is abandoned.
@MainActor
package final class SharedOutcome<Value: Sendable> {
  package var task: Task<Void, Never>?
  /// The task that settles the outcome if the work takes too long.
  package var deadline: Task<Void, Never>?
  private var outcome: Result<Value, any Error>?
  private var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
  private var lastWaiter = 0
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
    lastWaiter += 1
    let id = lastWaiter
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Checked here, since the outcome may arrive while the task suspends.
        if let outcome { return continuation.resume(with: outcome) }
        waiters[id] = continuation
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      // This task needs no owner: it only resumes a continuation.
      Task { @MainActor in self.cancel(id) }
    }
  }

  /// Sets the outcome and resumes the waiting tasks; only the first outcome counts.
  package func settle(_ result: Result<Value, any Error>) {
    guard outcome == nil else { return }
    outcome = result
    task?.cancel()
    deadline?.cancel()
    whenAbandoned = { _ in }
    let resumed = waiters.values
    waiters = [:]
    for waiter in resumed { waiter.resume(with: result) }
  }

  private func cancel(_ id: Int) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    waiter.resume(throwing: CancellationError())
    if waiters.isEmpty { whenAbandoned(self) }
  }
}
