import SeashellTesting

/// A clock whose time passes only while a task waits for a second or less, which then takes no time.
///
/// So the pauses of `within` bring its end nearer, and what runs between them takes no time, however slow the machine is.
struct ShortWaitClock: Clock {
  private let base = ManualClock()

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    let left = now.duration(to: deadline)
    guard left <= .seconds(1) else { return try await base.sleep(until: deadline, tolerance: nil) }
    try Task.checkCancellation()
    if left > .zero { base.advance(by: left) }
    await Task.yield()
  }
}
