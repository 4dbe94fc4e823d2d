@testable import ShellJobs
import Testing

@Suite @MainActor struct SnapshotLoopTests {
  /// A clock whose sleeps end at once, without an error when their task is cancelled, as those do that end just
  /// before.
  private struct EndedClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @Test func `a run whose answer has arrived is not reported as late`() async {
    var reports = 0
    let task = Task {
      try await SnapshotLoop.report({ _ in reports += 1 }, by: EndedClock())
    }
    // The task has not begun, since it needs this test's actor.
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(reports == 0)
  }
}
