import SeashellTesting
import Testing
import WebFetching

@Suite(.timeLimit(.minutes(1))) @MainActor struct TaskLimiterTests {
  let clock = ManualClock()

  /// Counts what ran, and lets a test wait for it.
  @MainActor final class Runs {
    private(set) var names: [String] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func add(_ name: String) {
      names.append(name)
      for watcher in watchers where watcher.count <= names.count { watcher.continuation.resume() }
      watchers.removeAll { $0.count <= names.count }
    }

    func count(_ count: Int) async {
      await withCheckedContinuation { continuation in
        if names.count >= count {
          continuation.resume()
        } else {
          watchers.append((count, continuation))
        }
      }
    }
  }

  @Test func `a delay runs each task after its time`() async {
    let runs = Runs()
    let limiter = TaskLimiter(.delay(.seconds(2)), clock: clock)
    limiter.run { runs.add("a") }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    limiter.run { runs.add("b") }
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    await runs.count(1)
    #expect(runs.names == ["a"])
    clock.advance(by: .seconds(1))
    await runs.count(2)
    #expect(runs.names == ["a", "b"])
  }

  @Test func `debouncing runs the last task, when no other came for a time`() async {
    let runs = Runs()
    let limiter = TaskLimiter(.debounce(.seconds(2)), clock: clock)
    for name in ["a", "b", "c"] {
      limiter.run { runs.add(name) }
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
    }
    #expect(runs.names.isEmpty && limiter.isActive)
    clock.advance(by: .seconds(1))
    await runs.count(1)
    #expect(runs.names == ["c"])
  }

  @Test func `throttling runs the first task, and none until its time has passed`() async {
    let runs = Runs()
    let limiter = TaskLimiter(.throttle(.seconds(2)), clock: clock)
    limiter.run { runs.add("a") }
    await clock.sleepers(1)
    limiter.run { runs.add("b") }
    clock.advance(by: .seconds(2))
    while limiter.isActive { await Task.yield() }
    limiter.run { runs.add("c") }
    await runs.count(2)
    #expect(runs.names == ["a", "c"])
  }

  @Test func `a ping runs again and again, until it is cancelled`() async {
    let runs = Runs()
    let limiter = TaskLimiter(.ping(.seconds(5)), clock: clock)
    limiter.run { runs.add("a") }
    for count in 1...3 {
      await runs.count(count)
      await clock.sleepers(1)
      clock.advance(by: .seconds(5))
    }
    await runs.count(4)
    limiter.cancel()
    #expect(!limiter.isActive)
  }

  @Test func `releasing a limiter cancels its tasks`() async {
    let runs = Runs()
    var limiter: TaskLimiter? = TaskLimiter(.delay(.seconds(1)), clock: clock)
    let ended = AsyncStream<Bool>.makeStream()
    limiter?.run { [clock] in
      runs.add("a")
      try? await clock.sleep(for: .seconds(60))
      ended.continuation.yield(Task.isCancelled)
    }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await runs.count(1)
    limiter = nil
    for await isCancelled in ended.stream {
      #expect(isCancelled)
      break
    }
  }

  @Test func `a trigger that is debounced requests an object's content once`() async {
    let service = ScriptedService()
    let list = CollectionRequest<Int>(of: "numbers", clock: clock) { "\($0)" }
    list.use(service.source())
    service.pages = [[1]]
    let trigger = TaskLimiter(.debounce(.milliseconds(300)), clock: clock)
    for _ in 1...3 {
      trigger.refetch(list)
      await clock.sleepers(1)
    }
    clock.advance(by: .milliseconds(300))
    while list.contentUnavailable { await Task.yield() }
    #expect(service.requests == ["page 1"])
  }
}
