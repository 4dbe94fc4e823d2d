import CoreEvents
import Synchronization
import Testing

@Suite struct EventBusThreadTests {
  static let publishers = 8
  static let each = 125_000

  /// Counts the events of each publisher, without a lock that would serialize the threads.
  final class InFlightCounter: Sendable {
    private let next = InlineArray<8, Atomic<Int>> { _ in Atomic(0) }
    private let misplaced = Atomic(0)

    func add(_ event: Ticked) {
      let (isNext, _) = next[event.publisher].compareExchange(
        expected: event.number, desired: event.number + 1, ordering: .relaxed)
      if !isNext { misplaced.add(1, ordering: .relaxed) }
    }

    /// Whether each publisher's numbers arrived in order from 0, with none lost or repeated.
    func isExact() -> Bool {
      misplaced.load(ordering: .relaxed) == 0
        && (0..<publishers).allSatisfy { next[$0].load(ordering: .relaxed) == each }
    }
  }

  @Test func `A million events from eight threads reach a handler, none lost and none twice`() {
    let bus = EventBus()
    let tally = InFlightCounter()
    let subscription = bus.subscribe(to: Ticked.self) { tally.add($0) }
    onThreads(Self.publishers) { publisher in
      for number in 0..<Self.each { bus.post(Ticked(publisher: publisher, number: number)) }
    }
    withExtendedLifetime(subscription) {}
    #expect(tally.isExact())
  }

  @Test func `A million events from eight threads reach a mailbox, none lost and none twice`() async
  {
    let bus = EventBus()
    let tally = InFlightCounter()
    let count = Self.publishers * Self.each
    let mailbox = bus.subscribe(to: Ticked.self, capacity: count)
    let reader = Task {
      var left = count
      while left > 0, let batch = await mailbox.nextBatch() {
        #expect(batch.dropped == 0)
        for event in batch.events { tally.add(event) }
        left -= batch.events.count
      }
    }
    onThreads(Self.publishers) { publisher in
      for number in 0..<Self.each { bus.post(Ticked(publisher: publisher, number: number)) }
    }
    await reader.value
    #expect(tally.isExact())
  }

  @Test func `Subscribing and cancelling while others post loses no event`() {
    let bus = EventBus()
    let steady = Atomic(0)
    let subscription = bus.subscribe(to: Ticked.self) { _ in steady.add(1, ordering: .relaxed) }
    onThreads(4) { thread in
      for number in 0..<5_000 {
        switch thread {
        case 0: bus.subscribe(to: Ticked.self) { _ in }.cancel()
        case 1: bus.subscribeAll { _ in }.cancel()
        default: bus.post(Ticked(publisher: thread, number: number))
        }
      }
    }
    withExtendedLifetime(subscription) {}
    #expect(steady.load(ordering: .relaxed) == 10_000)
  }
}
