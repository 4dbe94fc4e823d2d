import CoreEvents
import Synchronization
import Testing

@Suite struct EventBusTests {
  let bus = EventBus()
  let heard = Record<String>()

  @Test func `Handlers are called in the order of subscribing`() {
    let subscriptions = ["a", "b", "c"].map { name in
      bus.subscribe(to: Rang.self) { [heard] _ in heard.append(name) }
    }
    bus.post(Rang())
    withExtendedLifetime(subscriptions) {}
    #expect(heard.elements == ["a", "b", "c"])
  }

  @Test func `A subscription to everything takes its turn among the others`() {
    let first = bus.subscribe(to: Rang.self) { [heard] _ in heard.append("first") }
    let all = bus.subscribeAll { [heard] in heard.append("all \($0.eventName)") }
    let last = bus.subscribe(to: Rang.self) { [heard] _ in heard.append("last") }
    bus.post(Rang())
    withExtendedLifetime((first, all, last)) {}
    #expect(heard.elements == ["first", "all test.rang", "last"])
  }

  @Test func `A handler hears its own type only, and the event itself`() {
    let numbers = Record<Int>()
    let subscription = bus.subscribe(to: Ticked.self) { numbers.append($0.number) }
    bus.post(Rang())
    bus.post(Ticked(number: 7))
    let unknown: any Event = Ticked(number: 8)
    bus.post(unknown)
    withExtendedLifetime(subscription) {}
    #expect(numbers.elements == [7, 8])
  }

  @Test func `What a handler posts is delivered breadth first, before post returns`() {
    let outer = bus.subscribe(to: Ticked.self) { [bus, heard] event in
      heard.append("first \(event.number)")
      if event.number < 3 {
        bus.post(Ticked(number: event.number * 2))
        bus.post(Ticked(number: event.number * 2 + 1))
      }
    }
    let later = bus.subscribe(to: Ticked.self) { [heard] in heard.append("second \($0.number)") }
    bus.post(Ticked(number: 1))
    withExtendedLifetime((outer, later)) {}
    #expect(heard.elements == (1...5).flatMap { ["first \($0)", "second \($0)"] })
  }

  @Test func `Posting on another bus inside a handler is delivered at once`() {
    let other = EventBus()
    let inner = other.subscribe(to: Rang.self) { [heard] _ in heard.append("other") }
    let outer = bus.subscribe(to: Rang.self) { [heard] _ in
      heard.append("before")
      other.post(Rang())
      heard.append("after")
    }
    bus.post(Rang())
    withExtendedLifetime((inner, outer)) {}
    #expect(heard.elements == ["before", "other", "after"])
  }

  @Test func `Handlers that post in a circle are bounded and reported`() {
    let failures = Record<EventOverflow>()
    let bus = EventBus { error, _ in
      if let overflow = error as? EventOverflow { failures.append(overflow) }
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

  @Test func `What a handler throws goes to the failure handler and to nobody else`() {
    let failures = Record<Int>()
    let bus = EventBus { error, event in
      failures.append((error as? Broken)?.number ?? 0)
      #expect(event is Ticked)
    }
    let broken = bus.subscribe(to: Ticked.self) { throw Broken(number: $0.number) }
    let sound = bus.subscribe(to: Ticked.self) { [heard] _ in heard.append("sound") }
    bus.post(Ticked(number: 4))
    withExtendedLifetime((broken, sound)) {}
    #expect(failures.elements == [4])
    #expect(heard.elements == ["sound"])
  }

  @Test func `A handler cancelled inside an earlier one is not called for the event at hand`() {
    let token = Mutex<Subscription?>(nil)
    let first = bus.subscribe(to: Rang.self) { [heard] _ in
      heard.append("first")
      token.withLock { $0 }?.cancel()
    }
    let second = bus.subscribe(to: Rang.self) { [heard] _ in heard.append("second") }
    token.withLock { $0 = second }
    bus.post(Rang())
    bus.post(Rang())
    withExtendedLifetime(first) {}
    #expect(heard.elements == ["first", "first"])
  }

  @Test func `A handler may cancel itself`() {
    let token = Mutex<Subscription?>(nil)
    let subscription = bus.subscribe(to: Rang.self) { [heard] _ in
      heard.append("once")
      token.withLock { $0.take() }?.cancel()
    }
    token.withLock { $0 = subscription }
    bus.post(Rang())
    bus.post(Rang())
    #expect(heard.elements == ["once"])
  }

  @Test func `Who subscribes inside a handler hears the next event, not the one at hand`() {
    let tokens = Record<Subscription>()
    let first = bus.subscribe(to: Rang.self) { [bus, heard] _ in
      guard tokens.elements.isEmpty else { return }
      bus.post(Rang())
      tokens.append(bus.subscribe(to: Rang.self) { _ in heard.append("late") })
    }
    bus.post(Rang())
    #expect(heard.elements.isEmpty)
    bus.post(Rang())
    withExtendedLifetime(first) {}
    #expect(heard.elements == ["late"])
  }

  @Test func `Releasing the token ends a subscription and releases its handler`() {
    final class Owned: Sendable {}
    weak var owned: Owned?
    do {
      let object = Owned()
      owned = object
      let subscription = bus.subscribe(to: Rang.self) { [heard] _ in
        withExtendedLifetime(object) { heard.append("heard") }
      }
      bus.post(Rang())
      withExtendedLifetime(subscription) {}
    }
    bus.post(Rang())
    #expect(heard.elements == ["heard"])
    #expect(owned == nil)
  }

  @Test func `A handler that goes may take other subscriptions with it`() {
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

  @Test func `An event is built only where someone listens`() {
    bus.post(ifHeard: Ticked.self) {
      Issue.record("nobody listens")
      return Ticked(number: 0)
    }
    let subscription = bus.subscribe(to: Ticked.self) { [heard] in heard.append("\($0.number)") }
    bus.post(ifHeard: Ticked.self) { Ticked(number: 1) }
    subscription.cancel()
    bus.post(ifHeard: Ticked.self) {
      Issue.record("nobody listens any more")
      return Ticked(number: 2)
    }
    #expect(heard.elements == ["1"])
  }

  @Test(arguments: [true, false])
  func `A subscription to everything leaves out what it excludes`(typeIsKnownBefore: Bool) {
    if typeIsKnownBefore { bus.post(Ticked(number: 0)) }
    let all = bus.subscribeAll(excluding: [Ticked.self]) { [heard] in heard.append($0.eventName) }
    #expect(!bus.hasSubscribers(for: Ticked.self))
    #expect(bus.hasSubscribers(for: Rang.self))
    bus.post(Ticked(number: 1))
    bus.post(Rang())
    bus.post(DynamicEvent(eventName: "plugin.stirred"))
    all.cancel()
    bus.post(Rang())
    #expect(!bus.hasSubscribers(for: Rang.self))
    #expect(heard.elements == ["test.rang", "plugin.stirred"])
  }
}
