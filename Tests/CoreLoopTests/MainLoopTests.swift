import CoreSystem
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CoreLoop

@Suite(.mayBlock) @MainActor struct MainLoopTests {
  @Test func `blocks posted from many threads run on the main actor, in the order of each thread`()
    async
  {
    let seen = Seen()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      seen.whenFull = { done.resume() }
      for thread in 0..<8 {
        BlockingThread.run {
          for number in 0..<1_000 { MainLoop.shared.post { seen.add(thread, number) } }
        }
      }
    }
    #expect(seen.isInOrder)
  }

  @MainActor final class Seen {
    var whenFull: (() -> Void)?
    private(set) var isInOrder = true
    private var next = [Int](repeating: 0, count: 8)

    func add(_ thread: Int, _ number: Int) {
      if next[thread] != number { isInOrder = false }
      next[thread] += 1
      if next.allSatisfy({ $0 == 1_000 }) { whenFull?() }
    }
  }

  @Test func `a body is performed at once on the main actor, and later elsewhere`() async {
    let order = Mutex<[String]>([])
    MainLoop.shared.perform { order.withLock { $0.append("at once") } }
    order.withLock { $0.append("then") }
    #expect(order.withLock(\.self) == ["at once", "then"])
    let isHere = await withCheckedContinuation { continuation in
      BlockingThread.run {
        let isHere = MainLoop.isCurrent
        MainLoop.shared.perform { continuation.resume(returning: (isHere, MainLoop.isCurrent)) }
      }
    }
    #expect(isHere == (false, true))
  }

  @Test func `a watch reports until it is ended, except while it waits for no events`() async throws
  {
    let pipe = try Pipe(blocks: false)
    defer { pipe.close() }
    let counter = Counter()
    let watch = MainLoop.shared.watch(pipe.reading, for: .read) { events in
      #expect(events == .read)
      counter.add()
    }
    var byte: UInt8 = 1
    write(pipe.writing, &byte, 1)
    await counter.reaches(3)
    watch.events = []
    let count = counter.count
    await looks(5)
    #expect(counter.count == count)
    watch.events = .read
    await counter.reaches(count + 1)
    watch.end()
    let last = counter.count
    await looks(5)
    #expect(counter.count == last)
  }

  @Test func `two watches of a descriptor are both served, and a file is always ready`()
    async throws
  {
    let pipe = try Pipe(blocks: false)
    defer { pipe.close() }
    let (reads, writes, file) = (Counter(), Counter(), Counter())
    let descriptor = open("/etc/passwd", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let watches = [
      MainLoop.shared.watch(pipe.reading, for: .read) { _ in reads.add() },
      MainLoop.shared.watch(pipe.reading, for: .read) { _ in writes.add() },
      MainLoop.shared.watch(descriptor, for: .read) { _ in file.add() },
    ]
    defer { watches.forEach { $0.end() } }
    var byte: UInt8 = 1
    write(pipe.writing, &byte, 1)
    await reads.reaches(1)
    await writes.reaches(1)
    await file.reaches(2)
  }

  /// A descriptor that reuses a closed one's number gets none of the old one's events.
  @Test func `a reused descriptor number is watched as a new descriptor`() async throws {
    for _ in 0..<100 {
      let pipe = try Pipe(blocks: false)
      let counter = Counter()
      let watch = MainLoop.shared.watch(pipe.reading, for: .read) { _ in counter.add() }
      #expect(counter.count == 0)
      var byte: UInt8 = 1
      write(pipe.writing, &byte, 1)
      await counter.reaches(1)
      watch.end()
      pipe.close()
    }
  }

  @MainActor final class Preparer: WaitPreparing {
    private(set) var count = 0
    var next: Preparer?
    private var waiter: CheckedContinuation<Void, Never>?

    func prepareForWait() {
      count += 1
      if let next { MainLoop.shared.callBeforeWaiting(next) }
      waiter?.resume()
      waiter = nil
    }

    func isCalled() async {
      await withCheckedContinuation {
        waiter = $0
        MainLoop.shared.callBeforeWaiting(self)
      }
    }
  }

  @Test func `before the loop waits, each object is called once, also one that another one adds`()
    async
  {
    let (first, second, last) = (Preparer(), Preparer(), Preparer())
    first.next = second
    MainLoop.shared.callBeforeWaiting(Preparer())
    #expect(first.count == 0)
    await first.isCalled()
    await last.isCalled()
    #expect(first.count == 1)
    #expect(second.count == 1)
    #expect(last.count == 1)
  }

  @Test func `an object is called too while others keep the loop busy`() async {
    let preparer = Preparer()
    MainLoop.shared.callBeforeWaiting(preparer)
    while preparer.count == 0 { await Task.yield() }
    #expect(preparer.count == 1)
  }

  @Test func `a timer fires once, at the deadline that was set last`() async throws {
    let counter = Counter()
    let timer = LoopTimer { counter.add() }
    let start = MonotonicTime.precise()
    timer.deadline = start + 1_000_000
    timer.deadline = start + 30_000_000
    await counter.reaches(1)
    #expect(MonotonicTime.precise() - start >= 30_000_000)
    #expect(timer.deadline == nil)
    timer.deadline = MonotonicTime.precise() + 3_600_000_000_000
    timer.deadline = MonotonicTime.precise() + 1_000_000
    await counter.reaches(2)
    timer.deadline = MonotonicTime.precise() + 1_000_000
    timer.deadline = nil
    let later = Counter()
    let second = LoopTimer { later.add() }
    second.deadline = MonotonicTime.precise() + 5_000_000
    await later.reaches(1)
    #expect(counter.count == 2)
    withExtendedLifetime(second) {}
  }

  @Test(.enabled(if: MainLoop.thread.load(ordering: .relaxed) != 0, "only the loop's own thread"))
  func `a wait that blocks serves other descriptors, and runs no job`() async throws {
    let (full, other) = (try Pipe(blocks: false), try Pipe(blocks: false))
    defer { for pipe in [full, other] { pipe.close() } }
    var piece = [UInt8](repeating: 0, count: 4_096)
    while write(full.writing, &piece, piece.count) > 0 {}
    let (served, ran) = (Counter(), Counter())
    let watch = MainLoop.shared.watch(other.reading, for: .read) { _ in
      var byte: UInt8 = 0
      read(other.reading, &byte, 1)
      served.add()
    }
    defer { watch.end() }
    MainLoop.shared.post { ran.add() }
    write(other.writing, &piece, 1)
    #expect(
      !MainLoop.shared.block(until: full.writing, isReadyFor: .write, milliseconds: 20))
    #expect(served.count == 1 && ran.count == 0)
    var taken = [UInt8](repeating: 0, count: 65_536)
    read(full.reading, &taken, taken.count)
    #expect(MainLoop.shared.block(until: full.writing, isReadyFor: .write, milliseconds: 5_000))
    await ran.reaches(1)
  }

  @Test func `at most four bodies run off the main actor at a time, and their errors are thrown`()
    async throws
  {
    struct Broken: Error {}
    await #expect(throws: Broken.self) { try await offMain { throw Broken() } }
    let load = Load()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask { await offMain { load.run() } }
      }
      for await isOnMain in group { #expect(!isOnMain) }
    }
    #expect((1...4).contains(load.most))
  }

  /// Waits until the loop has checked its descriptors this many times.
  private func looks(_ count: Int) async {
    let file = open("/etc/passwd", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let counter = Counter()
    let watch = MainLoop.shared.watch(file, for: .read) { _ in counter.add() }
    await counter.reaches(count)
    watch.end()
  }
}

/// Measures how many bodies run at the same time.
private final class Load: Sendable {
  private let state = Mutex((running: 0, most: 0))

  var most: Int { state.withLock(\.most) }

  /// Runs for a moment, and returns whether this is the main actor.
  func run() -> Bool {
    state.withLock { state in
      state.running += 1
      state.most = max(state.most, state.running)
    }
    sched_yield()
    state.withLock { $0.running -= 1 }
    return MainLoop.isCurrent
  }
}

/// Counts, and lets a task wait for a number.
@MainActor
private final class Counter {
  private(set) var count = 0
  private var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func add() {
    count += 1
    for waiter in waiting where waiter.number <= count { waiter.continuation.resume() }
    waiting.removeAll { $0.number <= count }
  }

  func reaches(_ number: Int) async {
    await withCheckedContinuation { continuation in
      // Checked here, since the task may suspend on its way to this line.
      if count >= number { continuation.resume() } else { waiting.append((number, continuation)) }
    }
  }
}

#if DEBUG
  @Suite(.mayBlock) struct SlowTurnsTests {
    @Test func `a slow turn is reported once, and time between turns is not`() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let turns = SlowTurns(limit: 20)
        turns.begin()
        turns.end()
        MonotonicTime.sleep(for: 60)
        turns.begin()
        MonotonicTime.sleep(for: 60)
        turns.end()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.components(separatedBy: "a turn of the loop takes over 20 ms:").count == 2)
    }
  }
#endif
