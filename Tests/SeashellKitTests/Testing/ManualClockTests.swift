import SeashellTesting
import Testing

@Suite struct ManualClockTests {
  @Test func `a manual clock stands still until it is advanced`() {
    let clock = ManualClock()
    let start = clock.now
    #expect(clock.now == start && start.offset == .zero)
    clock.advance(by: .milliseconds(1_500))
    clock.advance(by: .milliseconds(500))
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(start < clock.now && start.advanced(by: .seconds(2)) == clock.now)
  }

  @Test func `a manual clock does not wait for a time that has passed`() async throws {
    let clock = ManualClock()
    try await clock.sleep(for: .zero)
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: clock.now, tolerance: nil)
  }

  @Test func `sleepers on a manual clock wake at their times`() async throws {
    let clock = ManualClock()
    try await withThrowingTaskGroup(of: Int.self) { group throws in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          return seconds
        }
      }
      await clock.sleepers(3)
      for seconds in 1...3 {
        clock.advance(by: .milliseconds(999))
        // No task woke early: as many as before still sleep.
        await clock.sleepers(4 - seconds)
        clock.advance(by: .milliseconds(1))
        let woken = try await group.next()
        #expect(woken == seconds)
      }
    }
  }

  @Test func `a cancelled task stops sleeping on a manual clock`() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    clock.advance(by: .seconds(1))
    try await clock.sleep(for: .zero)
  }

  @Test func `waiting for sleepers ends when there are enough`() async throws {
    let clock = ManualClock()
    let watcher = Task { await clock.sleepers(2) }
    let sleepers = (1...2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    await watcher.value
    clock.advance(by: .seconds(1))
    for sleeper in sleepers { try await sleeper.value }
  }
}
