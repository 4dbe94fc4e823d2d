@testable import CoreEvents
@testable import SeashellTesting
import TestSupport
import Testing

@Suite struct MailboxTests {
  let bus = EventBus()

  func post(_ numbers: Range<Int>) {
    for number in numbers { bus.post(Ticked(number: number)) }
  }

  func whenReaderWaits(on mailbox: Mailbox<Ticked>) async {
    await until { !mailbox.queue.state.withLock({ $0.readers.isEmpty }) }
  }

  @Test func `All waiting events come in one batch, in order`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 10)
    post(0..<5)
    let batch = await mailbox.nextBatch()
    #expect(batch?.events.map(\.number) == Array(0..<5))
    #expect(batch?.dropped == 0)
  }

  @Test func `A full mailbox drops its oldest events, and each batch says how many were lost`()
    async
  {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 4)
    post(0..<11)
    let first = await mailbox.nextBatch()
    #expect(first?.events.map(\.number) == [7, 8, 9, 10])
    #expect(first?.dropped == 7)
    post(11..<13)
    let second = await mailbox.nextBatch()
    #expect(second?.events.map(\.number) == [11, 12])
    #expect(second?.dropped == 0)
  }

  @Test func `Cancelling a waiting reader wakes it and leaves the mailbox as it is`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 1)
    let reader = Task { await mailbox.nextBatch() }
    await whenReaderWaits(on: mailbox)
    reader.cancel()
    #expect(await reader.value == nil)
    post(0..<1)
    #expect(await mailbox.nextBatch()?.events.map(\.number) == [0])
  }

  @Test func `Ending the subscription wakes readers`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 1)
    let reader = Task { await mailbox.nextBatch() }
    await whenReaderWaits(on: mailbox)
    mailbox.cancel()
    #expect(await reader.value == nil)
    #expect(!bus.hasSubscribers(for: Ticked.self))
  }

  @Test func `Releasing a mailbox ends its subscription`() {
    var mailbox: Mailbox<Ticked>? = bus.subscribe(to: Ticked.self, capacity: 1)
    #expect(bus.hasSubscribers(for: Ticked.self))
    withExtendedLifetime(mailbox) {}
    mailbox = nil
    #expect(!bus.hasSubscribers(for: Ticked.self))
  }

  @Test func `When the bus is released, waiting events are read and then the loop ends`() async {
    var bus: EventBus? = EventBus()
    let mailbox = bus?.subscribe(to: Ticked.self, capacity: 3)
    for number in 0..<3 { bus?.post(Ticked(number: number)) }
    bus = nil
    var numbers: [Int] = []
    if let mailbox {
      for await batch in mailbox { numbers += batch.events.map(\.number) }
    }
    #expect(numbers == [0, 1, 2])
  }

  @Test func `Several readers share the events among them`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 1_000)
    let numbers = Record<Int>()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for await batch in mailbox {
            for event in batch.events { numbers.add(event.number) }
            if numbers.elements.count == 1_000 { mailbox.cancel() }
          }
        }
      }
      post(0..<1_000)
    }
    #expect(numbers.elements.sorted() == Array(0..<1_000))
  }

  @Test func `A mailbox holds at least one event`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 0)
    post(0..<3)
    #expect(mailbox.capacity == 1)
    #expect(await mailbox.nextBatch()?.events.map(\.number) == [2])
  }

  @Test func `A mailbox for all events takes only wanted events of types that are not excluded`()
    async
  {
    let mailbox = bus.subscribeAll(capacity: 2, excluding: [Ticked.self]) {
      $0.eventName.hasPrefix("a.")
    }
    #expect(!bus.hasSubscribers(for: Ticked.self))
    bus.post(DynamicEvent(eventName: "a.1"))
    post(0..<3)
    for name in ["b.1", "a.2", "b.2", "a.3", "b.3"] { bus.post(DynamicEvent(eventName: name)) }
    let batch = await mailbox.nextBatch()
    #expect(batch?.events.map(\.name) == ["a.2", "a.3"])
    #expect(batch?.dropped == 1)
  }

  @Test func `a wait for a limited time ends with events, silence or the end`() async {
    let mailbox = Mailbox<Int>(capacity: 4)
    let clock = ContinuousClock()
    mailbox.offer(1)
    mailbox.offer(2)
    guard case .batch(let batch) = await mailbox.nextBatch(within: .seconds(3_600), on: clock)
    else {
      Issue.record("there are events")
      return
    }
    #expect(batch.events == [1, 2])
    guard case .silence = await mailbox.nextBatch(within: .milliseconds(1), on: clock) else {
      Issue.record("there is no event")
      return
    }
    mailbox.offer(3)
    mailbox.finish()
    guard case .batch = await mailbox.nextBatch(within: .seconds(3_600), on: clock) else {
      Issue.record("the last event can still be read")
      return
    }
    guard case .ended = await mailbox.nextBatch(within: .seconds(3_600), on: clock) else {
      Issue.record("it has ended")
      return
    }
  }
}
