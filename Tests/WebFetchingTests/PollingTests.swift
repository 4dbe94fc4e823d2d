import SeashellTesting
import Testing
import WebFetching

@Suite(.timeLimit(.minutes(1))) @MainActor struct PollingTests {
  let clock = ManualClock()

  @Test func `it asks until the value is done, with the pauses that the answers name`() async throws
  {
    var answers: [Polling<Int>.Answer] = [
      .notReady(.seconds(5)), .ready(1, .seconds(2)), .ready(2, .seconds(2)), .done(3),
    ]
    let polling = Polling<Int>(clock: clock) { answers.removeFirst() }
    let run = Task {
      var shown: [Int] = []
      let last = try await polling.run { shown.append($0) }
      return (shown, last)
    }
    await clock.sleepers(1)
    #expect(polling.value == nil)
    clock.advance(by: .seconds(5))
    await clock.sleepers(1)
    #expect(polling.value == 1 && !polling.isDone)
    clock.advance(by: .seconds(2))
    await clock.sleepers(1)
    #expect(polling.value == 2)
    clock.advance(by: .seconds(2))
    let (shown, last) = try await run.value
    #expect(shown == [1, 2, 3] && last == 3 && polling.isDone)
  }

  @Test func `an error ends it and keeps the value`() async throws {
    struct Broken: Error {}
    var count = 0
    let polling = Polling<Int>(clock: clock) {
      count += 1
      if count == 2 { throw Broken() }
      return .ready(1, .zero)
    }
    await #expect(throws: Broken.self) { try await polling.run() }
    #expect(polling.value == 1 && !polling.isDone)
  }

  @Test func `it ends when its task is cancelled`() async {
    let polling = Polling<Int>(clock: clock) { .notReady(.seconds(5)) }
    let run = Task { try await polling.run() }
    await clock.sleepers(1)
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }
}
