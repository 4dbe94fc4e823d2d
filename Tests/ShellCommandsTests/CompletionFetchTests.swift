import CoreLoop
@testable import ShellRuntime
@testable import ShellCommands
import SeashellTesting
import TestSupport
import Testing

@MainActor
@Suite struct CompletionFetchTests {
  let clock = ManualClock()
  let query = CompletionQuery(prefix: "")

  /// A fetch that continues until it is cancelled.
  final class Endless {
    private(set) var starts = 0
    private(set) var ends = 0

    func run() async throws {
      starts += 1
      for await _ in AsyncStream<Void>.makeStream().stream {}
      ends += 1
      try Task.checkCancellation()
    }
  }

  @Test func `one subject is fetched at a time`() async {
    let fetch = CompletionFetch(clock: clock)
    let endless = Endless()
    for _ in 0..<3 { fetch.start("a", for: query) { try await endless.run() } }
    clock.advance(by: .seconds(60))
    fetch.start("a", for: query) { try await endless.run() }
    await until { endless.starts == 1 }
    fetch.start("b", for: query) { try await endless.run() }
    await until { endless.starts == 2 && endless.ends == 1 }
    fetch.cancel()
    await until { endless.ends == 2 }
    #expect(endless.starts == 2)
  }

  @Test func `the same subject is not fetched again within the pause, unless cancelled`() async {
    let fetch = CompletionFetch(clock: clock, pause: .seconds(5))
    var count = 0
    func start() { fetch.start(for: query) { count += 1 } }
    start()
    await until { count == 1 }
    clock.advance(by: .seconds(4))
    for _ in 0..<10 {
      start()
      await Task.yield()
    }
    #expect(count == 1)
    clock.advance(by: .seconds(1))
    await until {
      start()
      return count == 2
    }
    fetch.cancel()
    start()
    await until { count == 3 }
  }

  @Test func `a prefetcher that is released cancels its fetch`() async {
    let endless = Endless()
    var fetch: CompletionFetch? = CompletionFetch(clock: clock)
    fetch?.start(for: query) { try await endless.run() }
    await until { endless.starts == 1 }
    fetch = nil
    await until { endless.ends == 1 }
    #expect(fetch == nil)
  }

  @Test func `the last completion query is answered when the fetch is done`() async {
    let fetch = CompletionFetch(clock: clock)
    let gate = Waiter<Void, any Error>()
    var told: [Int] = []
    for number in 1...2 {
      fetch.start("a", for: CompletionQuery(prefix: "", whenAnswered: { told.append(number) })) {
        try await gate.value()
      }
    }
    gate.settle()
    await until { !told.isEmpty }
    #expect(told == [2])
  }
}
