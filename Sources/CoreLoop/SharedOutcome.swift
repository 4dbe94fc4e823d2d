/// The outcome of work that several tasks wait for, and that may take a limited time.
///
/// The work is given up when the last of them is cancelled.
@MainActor
package final class SharedOutcome<Value: Sendable> {
  /// The task that does the work.
  package var task: Task<Void, Never>?
  /// The task that settles the outcome when the work takes too long.
  package var deadline: Task<Void, Never>?
  /// Called when nobody waits any more.
  package var whenAbandoned: @MainActor () -> Void = {}

  private var outcome: Result<Value, any Error>?
  private var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
  private var lastWaiter = 0

  /// Creates an outcome that is not settled.
  package init() {}

  /// Waits for the outcome.
  ///
  /// - Throws: why the work failed; `CancellationError` as soon as the caller's task is cancelled.
  package func value() async throws -> Value {
    lastWaiter += 1
    let id = lastWaiter
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Checked here: the outcome may come while the task suspends.
        if let outcome { return continuation.resume(with: outcome) }
        waiters[id] = continuation
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      // This task needs no owner: it only resumes a continuation.
      Task { @MainActor in self.cancel(id) }
    }
  }

  /// Ends the work; only the first outcome counts.
  package func settle(_ result: Result<Value, any Error>) {
    guard outcome == nil else { return }
    outcome = result
    task?.cancel()
    deadline?.cancel()
    // It may hold this outcome.
    whenAbandoned = {}
    let resumed = waiters.values
    waiters = [:]
    for waiter in resumed { waiter.resume(with: result) }
  }

  private func cancel(_ id: Int) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    waiter.resume(throwing: CancellationError())
    if waiters.isEmpty { whenAbandoned() }
  }
}
