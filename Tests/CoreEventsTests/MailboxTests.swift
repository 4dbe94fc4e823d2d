@testable import CoreEvents
import Testing

@Suite struct MailboxTests {
  let failures = Record<EventOverflow>()
  let bus: EventBus

  init() {
    bus = EventBus { [failures] error, _ in
      if let overflow = error as? EventOverflow { failures.append(overflow) }
    }
  }

  func post(_ numbers: Range<Int>) {
    for number in numbers { bus.post(Ticked(number: number)) }
  }

  func whenReaderWaits(on mailbox: Mailbox<Ticked>) async {
    while mailbox.queue.state.withLock({ $0.readers.isEmpty }) { await Task.yield() }
  }

  func whenPublishersWait(_ count: Int = 1, on mailbox: Mailbox<Ticked>) async {
    while mailbox.queue.state.withLock({ $0.publishers.count < count }) { await Task.yield() }
  }

  @Test func `All waiting events come in one batch, in order`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 10, overflow: .backPressure)
    post(0..<5)
    let batch = await mailbox.nextBatch()
    #expect(batch?.events.map(\.number) == Array(0..<5))
    #expect(batch?.dropped == 0)
  }

  @Test func `Dropping the oldest keeps the latest, and each batch says what was lost before it`()
    async
  {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 4, overflow: .dropOldest)
    post(0..<11)
    let first = await mailbox.nextBatch()
    #expect(first?.events.map(\.number) == [7, 8, 9, 10])
    #expect(first?.dropped == 7)
    post(11..<13)
    let second = await mailbox.nextBatch()
    #expect(second?.events.map(\.number) == [11, 12])
    #expect(second?.dropped == 0)
    #expect(failures.elements.isEmpty)
  }

  @Test func `A plain post never enters a full mailbox with back-pressure, and is reported`() async
  {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 2, overflow: .backPressure)
    post(0..<4)
    #expect(
      failures.elements == Array(repeating: EventOverflow(place: .mailbox, capacity: 2), count: 2))
    #expect(await mailbox.nextBatch()?.events.map(\.number) == [0, 1])
  }

  @Test func `A publisher that can wait goes on when there is room`() async throws {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 2, overflow: .backPressure)
    post(0..<2)
    let publisher = Task { [bus] in
      for number in 2..<5 { try await bus.postWaiting(Ticked(number: number)) }
    }
    await whenPublishersWait(on: mailbox)
    var numbers: [Int] = []
    while numbers.count < 5, let batch = await mailbox.nextBatch() {
      numbers += batch.events.map(\.number)
    }
    try await publisher.value
    #expect(numbers == Array(0..<5))
    #expect(failures.elements.isEmpty)
  }

  @Test
  func `A publisher waits until every mailbox has room, and no handler gets the event before`()
    async
  {
    let received = Record<Int>()
    let handler = bus.subscribe(to: Ticked.self) { received.append($0.number) }
    let roomy = bus.subscribe(to: Ticked.self, capacity: 9, overflow: .backPressure)
    let narrow = bus.subscribe(to: Ticked.self, capacity: 1, overflow: .backPressure)
    post(0..<1)
    let publisher = Task { [bus] in try await bus.postWaiting(Ticked(number: 1)) }
    await whenPublishersWait(on: narrow)
    #expect(received.elements == [0])
    #expect(await narrow.nextBatch()?.events.map(\.number) == [0])
    _ = await publisher.result
    #expect(received.elements == [0, 1])
    #expect(await roomy.nextBatch()?.events.map(\.number) == [0, 1])
    withExtendedLifetime(handler) {}
  }

  @Test func `Cancelling a waiting publisher posts nothing and gives its places back`() async {
    let first = bus.subscribe(to: Ticked.self, capacity: 2, overflow: .backPressure)
    let second = bus.subscribe(to: Ticked.self, capacity: 1, overflow: .backPressure)
    post(0..<1)
    let publisher = Task { [bus] in try await bus.postWaiting(Ticked(number: 1)) }
    await whenPublishersWait(on: second)
    publisher.cancel()
    await #expect(throws: CancellationError.self) { try await publisher.value }
    _ = await second.nextBatch()
    post(2..<3)
    #expect(await first.nextBatch()?.events.map(\.number) == [0, 2])
    #expect(failures.elements.isEmpty)
  }

  @Test func `A publisher cancelled before it waits does not wait`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 1, overflow: .backPressure)
    post(0..<1)
    let publisher = Task { [bus] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await bus.postWaiting(Ticked(number: 1))
    }
    await #expect(throws: CancellationError.self) { try await publisher.value }
    #expect(await mailbox.nextBatch()?.events.map(\.number) == [0])
  }

  @Test func `Cancelling a waiting reader wakes it and leaves the mailbox as it is`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 1, overflow: .dropOldest)
    let reader = Task { await mailbox.nextBatch() }
    await whenReaderWaits(on: mailbox)
    reader.cancel()
    #expect(await reader.value == nil)
    post(0..<1)
    #expect(await mailbox.nextBatch()?.events.map(\.number) == [0])
  }

  @Test func `Ending the subscription wakes readers and waiting publishers`() async throws {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 1, overflow: .backPressure)
    let reader = Task { await mailbox.nextBatch() }
    await whenReaderWaits(on: mailbox)
    mailbox.cancel()
    #expect(await reader.value == nil)

    let full = bus.subscribe(to: Ticked.self, capacity: 1, overflow: .backPressure)
    post(0..<1)
    let publishers = (1..<4).map { number in
      Task { [bus] in try await bus.postWaiting(Ticked(number: number)) }
    }
    await whenPublishersWait(3, on: full)
    full.cancel()
    for publisher in publishers { try await publisher.value }
    #expect(await full.nextBatch() == nil)
    #expect(!bus.hasSubscribers(for: Ticked.self))
  }

  @Test func `Releasing a mailbox ends its subscription`() {
    var mailbox: Mailbox<Ticked>? = bus.subscribe(
      to: Ticked.self, capacity: 1, overflow: .dropOldest)
    #expect(bus.hasSubscribers(for: Ticked.self))
    withExtendedLifetime(mailbox) {}
    mailbox = nil
    #expect(!bus.hasSubscribers(for: Ticked.self))
  }

  @Test func `When the bus goes, what waits is read and then the loop ends`() async {
    var bus: EventBus? = EventBus()
    let mailbox = bus?.subscribe(to: Ticked.self, capacity: 3, overflow: .dropOldest)
    for number in 0..<3 { bus?.post(Ticked(number: number)) }
    bus = nil
    var numbers: [Int] = []
    if let mailbox {
      for await batch in mailbox { numbers += batch.events.map(\.number) }
    }
    #expect(numbers == [0, 1, 2])
  }

  @Test func `Several readers share the events among them`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 100, overflow: .backPressure)
    let numbers = Record<Int>()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for await batch in mailbox {
            for event in batch.events { numbers.append(event.number) }
            if numbers.elements.count == 1_000 { mailbox.cancel() }
          }
        }
      }
      for number in 0..<1_000 { try? await bus.postWaiting(Ticked(number: number)) }
    }
    #expect(numbers.elements.sorted() == Array(0..<1_000))
  }

  @Test func `A mailbox holds at least one event`() async {
    let mailbox = bus.subscribe(to: Ticked.self, capacity: 0, overflow: .dropOldest)
    post(0..<3)
    #expect(mailbox.capacity == 1)
    #expect(await mailbox.nextBatch()?.events.map(\.number) == [2])
  }

  @Test func `A mailbox of all events takes those that are wanted, of types that are not excluded`()
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
}
