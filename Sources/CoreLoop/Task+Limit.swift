extension Task where Failure == any Error {
  /// Waits until the task has ended, and cancels it as soon as a time is over or the caller is cancelled.
  ///
  /// - Returns: what the task has ended with, and whether the time was over before.
  public func result(
    within limit: Duration, on clock: any Clock<Duration>
  ) async -> (outcome: Result<Success, any Error>, isLate: Bool) {
    let timer = Task<Bool, Never> {
      guard (try? await clock.sleep(for: limit)) != nil else { return false }
      cancel()
      return true
    }
    let outcome = await withTaskCancellationHandler {
      await result
    } onCancel: {
      cancel()
    }
    timer.cancel()
    return (outcome, await timer.value)
  }

  /// Waits until the task has ended, and cancels it as soon as a time is over or the caller is cancelled.
  ///
  /// - Returns: the task's value; nil if the time was over before the task threw an error.
  /// - Throws: what the task throws.
  public func value(within limit: Duration, on clock: any Clock<Duration>) async throws -> Success?
  {
    let (outcome, isLate) = await result(within: limit, on: clock)
    if case .failure = outcome, isLate, !Task<Never, Never>.isCancelled { return nil }
    return try outcome.get()
  }
}

extension Waiter where Failure == any Error {
  /// Waits for the outcome, or until a time is over or the task is cancelled, which ends the wait for good.
  ///
  /// - Returns: the outcome; nil if the time was over before.
  /// - Throws: the outcome, if it is an error; `CancellationError`.
  public func value(within limit: Duration, on clock: any Clock<Duration>) async throws -> Value? {
    try await Task { try await valueUnlessCancelled() }.value(within: limit, on: clock)
  }

  /// Waits until there is an outcome or a time is over, also after the task was cancelled, to clean up.
  ///
  /// - Returns: whether there was a value in time.
  @discardableResult
  public func hasValue(within limit: Duration, on clock: any Clock<Duration>) async -> Bool {
    // A task of its own is not cancelled with the caller's.
    await Task { (try? await value(within: limit, on: clock)) != nil }.value
  }
}
