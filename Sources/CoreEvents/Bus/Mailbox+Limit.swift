import CoreLoop

extension Mailbox {
  /// What a wait for a limited time has ended with.
  public enum Arrival: Sendable {
    /// Events.
    case batch(Batch)
    /// The end of the time, without an event.
    case silence
    /// The end of the mailbox or of the task.
    case ended
  }

  /// Waits for events, but no longer than some time, and takes all that are waiting.
  public func nextBatch(within time: Duration, on clock: any Clock<Duration>) async -> Arrival {
    let (batch, isLate) = await Task<Batch?, any Error> { await nextBatch() }
      .result(within: time, on: clock)
    if let batch = try? batch.get() { return .batch(batch) }
    return isLate ? .silence : .ended
  }
}
