import CoreEvents
@testable import SeashellTesting
import Testing

@MainActor @Suite struct EventBusMainActorTests {
  @MainActor final class State {
    var numbers: [Int] = []
  }

  let bus = EventBus()
  let state = State()

  func listen() -> Subscription {
    bus.subscribeOnMain(to: Ticked.self) { [state] in state.numbers.append($0.number) }
  }

  @Test func `A post on the main actor returns after its handlers`() {
    let subscription = listen()
    bus.post(Ticked(number: 1))
    #expect(state.numbers == [1])
    withExtendedLifetime(subscription) {}
  }

  nonisolated static func postFromAnywhere(_ bus: EventBus, _ number: Int) {
    bus.post(Ticked(number: number))
  }

  @concurrent nonisolated static func elsewhere() async {}

  @Test
  func
    `A post from synchronous code on the main actor returns after its handlers, after a suspension too`()
    async
  {
    let subscription = listen()
    Self.postFromAnywhere(bus, 1)
    #expect(state.numbers == [1])
    await Self.elsewhere()
    Self.postFromAnywhere(bus, 2)
    #expect(state.numbers == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test func `A post from another thread reaches a state before the next command`() {
    let subscription = listen()
    onThreads { [bus] _ in bus.post(Ticked(number: 1)) }
    #expect(state.numbers == [])
    bus.deliverPending()
    #expect(state.numbers == [1])
    bus.deliverPending()
    #expect(state.numbers == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `A post from another thread reaches an idle main actor by itself`() async {
    var subscription: Subscription?
    await withCheckedContinuation { continuation in
      subscription = bus.subscribeOnMain(to: Ticked.self) { [state] event in
        state.numbers.append(event.number)
        if event.number == 3 { continuation.resume() }
      }
      onThreads { [bus] _ in for number in 1...3 { bus.post(Ticked(number: number)) } }
    }
    #expect(state.numbers == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `Events posted elsewhere are delivered before a later post on the main actor`() {
    let subscription = listen()
    onThreads { [bus] _ in for number in 1...100 { bus.post(Ticked(number: number)) } }
    bus.post(Ticked(number: 101))
    #expect(state.numbers == Array(1...101))
    withExtendedLifetime(subscription) {}
  }

  @Test func `Handlers of both isolations keep the order of subscribing`() {
    let received = Record<String>()
    let a = bus.subscribeOnMain(to: Rang.self) { _ in received.add("main") }
    let b = bus.subscribe(to: Rang.self) { _ in received.add("any") }
    let c = bus.subscribeAllOnMain { _ in received.add("all on main") }
    bus.post(Rang())
    #expect(received.elements == ["main", "any", "all on main"])
    withExtendedLifetime((a, b, c)) {}
  }

  @Test func `A subscription to everything on the main actor can exclude types`() {
    let received = Record<String>()
    let all = bus.subscribeAllOnMain(excluding: [Ticked.self]) { received.add($0.eventName) }
    onThreads { [bus] _ in
      bus.post(Ticked(number: 1))
      bus.post(Rang())
    }
    bus.deliverPending()
    #expect(received.elements == ["test.rang"])
    #expect(!bus.hasSubscribers(for: Ticked.self))
    withExtendedLifetime(all) {}
  }

  @Test func `Events posted by a main-actor handler are delivered breadth first`() {
    let received = Record<String>()
    let a = bus.subscribeOnMain(to: Ticked.self) { [bus] event in
      received.add("a\(event.number)")
      if event.number == 1 { bus.post(Ticked(number: 2)) }
    }
    let b = bus.subscribeOnMain(to: Ticked.self) { received.add("b\($0.number)") }
    onThreads { [bus] _ in bus.post(Ticked(number: 1)) }
    bus.deliverPending()
    #expect(received.elements == ["a1", "b1", "a2", "b2"])
    withExtendedLifetime((a, b)) {}
  }

  @Test func `Pending events that a handler delivers come after the current event`() {
    let received = Record<String>()
    let a = bus.subscribeOnMain(to: Rang.self) { [bus] _ in
      onThreads { _ in bus.post(Ticked(number: 1)) }
      bus.deliverPending()
      received.add("rang a")
    }
    let b = bus.subscribeOnMain(to: Rang.self) { _ in received.add("rang b") }
    let c = bus.subscribeOnMain(to: Ticked.self) { _ in received.add("ticked") }
    bus.post(Rang())
    #expect(received.elements == ["rang a", "rang b", "ticked"])
    withExtendedLifetime((a, b, c)) {}
  }

  @Test func `A cancelled handler does not get the events that were waiting for it`() {
    let subscription = listen()
    onThreads { [bus] _ in bus.post(Ticked(number: 1)) }
    subscription.cancel()
    bus.deliverPending()
    #expect(state.numbers == [])
  }

  @Test func `An error of a main-actor handler is reported and affects no other handler`() {
    let failures = Record<Int>()
    let bus = EventBus { error, _ in failures.add((error as? Broken)?.number ?? 0) }
    let broken = bus.subscribeOnMain(to: Ticked.self) { throw Broken(number: $0.number) }
    let sound = bus.subscribeOnMain(to: Ticked.self) { [state] in state.numbers.append($0.number) }
    bus.post(Ticked(number: 1))
    onThreads { _ in bus.post(Ticked(number: 2)) }
    bus.deliverPending()
    #expect(failures.elements == [1, 2])
    #expect(state.numbers == [1, 2])
    withExtendedLifetime((broken, sound)) {}
  }

  @Test
  func `Events beyond the queue's capacity are reported, and the others are delivered in order`() {
    let failures = Record<EventOverflow>()
    let bus = EventBus { error, _ in
      if let overflow = error as? EventOverflow { failures.add(overflow) }
    }
    let subscription = bus.subscribeOnMain(to: Ticked.self) { [state] in
      state.numbers.append($0.number)
    }
    onThreads { _ in
      for number in 0..<EventBus.waitingCapacity + 2 { bus.post(Ticked(number: number)) }
    }
    #expect(failures.elements.map(\.place) == [.mainActor, .mainActor])
    bus.deliverPending()
    #expect(state.numbers == Array(0..<EventBus.waitingCapacity))
    withExtendedLifetime(subscription) {}
  }

  @Test func `Every thread's order is kept on its way to the main actor`() {
    let received = Record<Ticked>()
    let subscription = bus.subscribeOnMain(to: Ticked.self) { received.add($0) }
    onThreads(8) { [bus] publisher in
      for number in 0..<1_000 { bus.post(Ticked(publisher: publisher, number: number)) }
    }
    bus.deliverPending()
    for publisher in 0..<8 {
      let numbers = received.elements.filter { $0.publisher == publisher }.map(\.number)
      #expect(numbers == Array(0..<1_000))
    }
    withExtendedLifetime(subscription) {}
  }
}
