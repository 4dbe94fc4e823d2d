import CoreEvents
import Synchronization
@testable import SeashellTesting
import Testing

@Suite struct EventBusTests {
  let bus = EventBus()
  let received = Record<String>()

  @Test func `Handlers are called in the order of subscribing`() {
    let subscriptions = ["a", "b", "c"].map { name in
      bus.subscribe(to: Rang.self) { [received] _ in received.add(name) }
    }
    bus.post(Rang())
    withExtendedLifetime(subscriptions) {}
    #expect(received.elements == ["a", "b", "c"])
  }

  @Test func `A subscription to everything takes its turn among the others`() {
    let first = bus.subscribe(to: Rang.self) { [received] _ in received.add("first") }
    let all = bus.subscribeAll { [received] in received.add("all \($0.eventName)") }
    let last = bus.subscribe(to: Rang.self) { [received] _ in received.add("last") }
    bus.post(Rang())
    withExtendedLifetime((first, all, last)) {}
    #expect(received.elements == ["first", "all test.rang", "last"])
  }

  @Test func `A handler gets only the events of its own type`() {
    let numbers = Record<Int>()
    let subscription = bus.subscribe(to: Ticked.self) { numbers.add($0.number) }
    bus.post(Rang())
    bus.post(Ticked(number: 7))
    let unknown: any Event = Ticked(number: 8)
    bus.post(unknown)
    withExtendedLifetime(subscription) {}
    #expect(numbers.elements == [7, 8])
  }

  @Test func `Events posted by a handler are delivered breadth first, before post returns`() {
    let outer = bus.subscribe(to: Ticked.self) { [bus, received] event in
      received.add("first \(event.number)")
      if event.number < 3 {
        bus.post(Ticked(number: event.number * 2))
        bus.post(Ticked(number: event.number * 2 + 1))
      }
    }
    let later = bus.subscribe(to: Ticked.self) { [received] in
      received.add("second \($0.number)")
    }
    bus.post(Ticked(number: 1))
    withExtendedLifetime((outer, later)) {}
    #expect(received.elements == (1...5).flatMap { ["first \($0)", "second \($0)"] })
  }

  @Test func `Posting on another bus inside a handler is delivered at once`() {
    let other = EventBus()
    let inner = other.subscribe(to: Rang.self) { [received] _ in received.add("other") }
    let outer = bus.subscribe(to: Rang.self) { [received] _ in
      received.add("before")
      other.post(Rang())
      received.add("after")
    }
    bus.post(Rang())
    withExtendedLifetime((inner, outer)) {}
    #expect(received.elements == ["before", "other", "after"])
  }

  @Test func `Handlers that trigger each other endlessly are stopped and reported`() {
    let failures = Record<EventOverflow>()
    let bus = EventBus { error, _ in
      if let overflow = error as? EventOverflow { failures.add(overflow) }
    }
    let calls = Atomic(0)
    let subscription = bus.subscribe(to: Ticked.self) { [weak bus] event in
      calls.add(1, ordering: .relaxed)
      guard event.number == 0 else { return }
      for _ in 0...EventBus.waitingCapacity { bus?.post(Ticked(number: 1)) }
    }
    bus.post(Ticked(number: 0))
    withExtendedLifetime(subscription) {}
    #expect(failures.elements.map(\.place) == [.handlers])
    #expect(calls.load(ordering: .relaxed) == EventBus.waitingCapacity + 1)
  }

  @Test func `An error of a handler goes to the failure handler and affects no other handler`() {
    let failures = Record<Int>()
    let bus = EventBus { error, event in
      failures.add((error as? Broken)?.number ?? 0)
      #expect(event is Ticked)
    }
    let broken = bus.subscribe(to: Ticked.self) { throw Broken(number: $0.number) }
    let sound = bus.subscribe(to: Ticked.self) { [received] _ in received.add("sound") }
    bus.post(Ticked(number: 4))
    withExtendedLifetime((broken, sound)) {}
    #expect(failures.elements == [4])
    #expect(received.elements == ["sound"])
  }

  @Test func `A handler cancelled inside an earlier one is not called for the current event`() {
    let token = Mutex<Subscription?>(nil)
    let first = bus.subscribe(to: Rang.self) { [received] _ in
      received.add("first")
      token.withLock { $0 }?.cancel()
    }
    let second = bus.subscribe(to: Rang.self) { [received] _ in received.add("second") }
    token.withLock { $0 = second }
    bus.post(Rang())
    bus.post(Rang())
    withExtendedLifetime(first) {}
    #expect(received.elements == ["first", "first"])
  }

  @Test func `A handler may cancel itself`() {
    let token = Mutex<Subscription?>(nil)
    let subscription = bus.subscribe(to: Rang.self) { [received] _ in
      received.add("once")
      token.withLock { $0.take() }?.cancel()
    }
    token.withLock { $0 = subscription }
    bus.post(Rang())
    bus.post(Rang())
    #expect(received.elements == ["once"])
  }

  @Test func `A subscription made inside a handler gets the next event, not the current one`() {
    let tokens = Record<Subscription>()
    let first = bus.subscribe(to: Rang.self) { [bus, received] _ in
      guard tokens.elements.isEmpty else { return }
      bus.post(Rang())
      tokens.add(bus.subscribe(to: Rang.self) { _ in received.add("late") })
    }
    bus.post(Rang())
    #expect(received.elements.isEmpty)
    bus.post(Rang())
    withExtendedLifetime(first) {}
    #expect(received.elements == ["late"])
  }

  @Test func `Releasing the token ends a subscription and releases its handler`() {
    final class Owned: Sendable {}
    weak var owned: Owned?
    do {
      let object = Owned()
      owned = object
      let subscription = bus.subscribe(to: Rang.self) { [received] _ in
        withExtendedLifetime(object) { received.add("received") }
      }
      bus.post(Rang())
      withExtendedLifetime(subscription) {}
    }
    bus.post(Rang())
    #expect(received.elements == ["received"])
    #expect(owned == nil)
  }

  @Test func `Releasing a handler may cancel other subscriptions`() {
    func outer(holding inner: Subscription) -> Subscription {
      bus.subscribeAll { _ in withExtendedLifetime(inner) {} }
    }
    let subscription = outer(holding: bus.subscribeAll { _ in })
    bus.post(Rang())
    subscription.cancel()
    #expect(!bus.hasSubscribers(for: Rang.self))
  }

  @Test func `A token may outlive its bus`() {
    var bus: EventBus? = EventBus()
    let one = bus?.subscribe(to: Rang.self) { _ in }
    let all = bus?.subscribeAll { _ in }
    weak let gone = bus
    bus = nil
    #expect(gone == nil)
    one?.cancel()
    all?.cancel()
  }

  @Test func `An event is created only if it has a subscriber`() {
    bus.post(ifSubscribed: Ticked.self) {
      Issue.record("there is no subscriber")
      return Ticked(number: 0)
    }
    let subscription = bus.subscribe(to: Ticked.self) { [received] in
      received.add("\($0.number)")
    }
    bus.post(ifSubscribed: Ticked.self) { Ticked(number: 1) }
    subscription.cancel()
    bus.post(ifSubscribed: Ticked.self) {
      Issue.record("there is no subscriber any more")
      return Ticked(number: 2)
    }
    #expect(received.elements == ["1"])
  }

  @Test(arguments: [true, false])
  func `A subscription to everything does not get excluded types`(typeIsKnownBefore: Bool) {
    if typeIsKnownBefore { bus.post(Ticked(number: 0)) }
    let all = bus.subscribeAll(excluding: [Ticked.self]) { [received] in
      received.add($0.eventName)
    }
    #expect(!bus.hasSubscribers(for: Ticked.self))
    #expect(bus.hasSubscribers(for: Rang.self))
    bus.post(Ticked(number: 1))
    bus.post(Rang())
    bus.post(DynamicEvent(eventName: "plugin.stirred"))
    all.cancel()
    bus.post(Rang())
    #expect(!bus.hasSubscribers(for: Rang.self))
    #expect(received.elements == ["test.rang", "plugin.stirred"])
  }
}
