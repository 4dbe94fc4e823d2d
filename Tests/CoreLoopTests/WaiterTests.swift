import CoreLoop
import TestSupport
import Testing

@Suite struct WaiterTests {
  private struct Failure: Error, Equatable {}

  @Test func `only the first outcome counts, before and after the wait`() async throws {
    let waiter = Waiter<Int, any Error>()
    #expect(!waiter.isSettled)
    #expect(waiter.settle(.success(1)))
    #expect(!waiter.settle(.success(2)))
    #expect(!waiter.settle(.failure(Failure())))
    #expect(waiter.isSettled)
    #expect(try await waiter.value() == 1)
    #expect(try await waiter.valueUnlessCancelled() == 1)
  }

  @Test func `an outcome of another task resumes the wait`() async {
    let (begun, waiter) = (Waiter<Void, Never>(), Waiter<Int, Never>())
    let task = Task {
      begun.settle()
      return await waiter.value()
    }
    await begun.value()
    waiter.settle(.success(3))
    #expect(await task.value == 3)
  }

  @Test func `an error is thrown`() async {
    let waiter = Waiter<Int, Failure>()
    waiter.settle(.failure(Failure()))
    await #expect(throws: Failure()) { try await waiter.value() }
  }

  @Test(arguments: [false, true])
  func `a cancelled task waits no longer, and its outcome is the cancellation`(
    isCancelledBefore: Bool
  ) async {
    let (begun, waiter) = (Waiter<Void, Never>(), Waiter<Void, any Error>())
    let task = Task {
      if isCancelledBefore { while !Task.isCancelled { await Task.yield() } }
      begun.settle()
      try await waiter.valueUnlessCancelled()
    }
    if !isCancelledBefore { await begun.value() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!waiter.settle(.success(())))
  }

  @Test func `a wait that is not cancelled goes on after its task was`() async {
    let (begun, waiter) = (Waiter<Void, Never>(), Waiter<Int, Never>())
    let task = Task {
      begun.settle()
      return await waiter.value()
    }
    await begun.value()
    task.cancel()
    #expect(!waiter.isSettled)
    waiter.settle(.success(4))
    #expect(await task.value == 4)
  }

  @Test func `a thousand waits get their own outcome from other threads`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        let waiter = Waiter<Int, Never>()
        group.addTask { await waiter.value() == number }
        group.addTask { waiter.settle(.success(number)) }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a wait for a limited time ends with the outcome or with the time`() async throws {
    let clock = ContinuousClock()
    let late = Waiter<Int, any Error>()
    #expect(try await late.value(within: .milliseconds(1), on: clock) == nil)
    #expect(!late.settle(.success(1)))
    let timely = Waiter<Int, any Error>()
    let task = Task { try await timely.value(within: .seconds(3_600), on: clock) }
    timely.settle(.success(2))
    #expect(try await task.value == 2)
    let cancelled = Waiter<Int, any Error>()
    let wait = Task { try await cancelled.value(within: .seconds(3_600), on: clock) }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test func `a wait to clean up goes on in a cancelled task`() async {
    let waiter = Waiter<Void, any Error>()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await waiter.hasValue(within: .seconds(3_600), on: ContinuousClock())
    }
    task.cancel()
    for _ in 1...20 { await Task.yield() }
    #expect(waiter.settle(.success(())))
    #expect(await task.value)
    let never = Waiter<Void, any Error>()
    #expect(await !never.hasValue(within: .milliseconds(1), on: ContinuousClock()))
  }

  @Test func `a late task's own error is not told, and a cancelled caller's wait is not late`()
    async throws
  {
    let failing = Task<Int, any Error> {
      while !Task.isCancelled { await Task.yield() }
      throw Failure()
    }
    #expect(try await failing.value(within: .milliseconds(1), on: ContinuousClock()) == nil)
    let endless = Task<Int, any Error> {
      while !Task.isCancelled { await Task.yield() }
      throw CancellationError()
    }
    let caller = Task { try await endless.value(within: .seconds(3_600), on: ContinuousClock()) }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test func `a task is cancelled when its time is over, and its own end is told`() async throws {
    let clock = ContinuousClock()
    let slow = Task<Int, any Error> {
      while !Task.isCancelled { await Task.yield() }
      throw Failure()
    }
    let (outcome, isLate) = await slow.result(within: .milliseconds(1), on: clock)
    #expect(isLate)
    #expect(throws: Failure()) { try outcome.get() }
    let quick = await Task<Int, any Error> { 5 }.result(within: .seconds(3_600), on: clock)
    #expect(try quick.outcome.get() == 5 && !quick.isLate)
    await #expect(throws: Failure()) {
      try await Task<Int, any Error> { throw Failure() }.value(within: .seconds(3_600), on: clock)
    }
  }

  @MainActor
  @Test func `shared work is abandoned when the last of its waiters is cancelled`() async throws {
    var abandoned = 0
    let shared = SharedOutcome<Int> { _ in abandoned += 1 }
    let first = Task { try await shared.value() }
    let second = Task { try await shared.value() }
    await Task.yield()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(abandoned == 0)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(abandoned == 1)
    shared.settle(.success(6))
    shared.settle(.success(7))
    #expect(try await shared.value() == 6)
    #expect(abandoned == 1)
  }
}
