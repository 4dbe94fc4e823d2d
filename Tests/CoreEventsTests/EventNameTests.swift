import CoreEvents
import Synchronization
@testable import SeashellTesting
import Testing

/// A module that declares an event of another module again.
@Suite struct EventNameTests {
  struct Cancelled: Event {
    static let name = "orders.cancelled"
  }

  enum Copy {
    struct Cancelled: Event {
      static let name = "orders.cancelled"
    }
  }

  let failures = Record<String>()
  let bus: EventBus

  init() {
    bus = EventBus { [failures] error, event in
      failures.add("\(event.eventName): \(error)")
    }
  }

  static let failure =
    "orders.cancelled: two types of events are named 'orders.cancelled',"
    + " CoreEventsTests.EventNameTests.Cancelled and CoreEventsTests.EventNameTests.Copy.Cancelled;"
    + " handlers of one do not get the other"

  @Test func `a second type with the name of another is reported when it is subscribed to`() {
    let first = bus.subscribe(to: Cancelled.self) { _ in }
    #expect(failures.elements.isEmpty)
    let second = bus.subscribe(to: Copy.Cancelled.self) { _ in }
    #expect(failures.elements == [Self.failure])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a second type with the name of another is reported when it is posted, once`() {
    let received = Record<String>()
    let subscription = bus.subscribe(to: Cancelled.self) { _ in received.add("original") }
    bus.post(Copy.Cancelled())
    bus.post(Copy.Cancelled())
    bus.post(Cancelled())
    #expect(failures.elements == [Self.failure])
    #expect(received.elements == ["original"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscription to something else calls its closure once`() {
    let cancelled = Record<String>()
    var subscription: Subscription? = Subscription { cancelled.add("first") }
    subscription?.cancel()
    subscription?.cancel()
    #expect(cancelled.elements == ["first"])
    subscription = nil
    #expect(cancelled.elements == ["first"])
    subscription = Subscription { cancelled.add("second") }
    #expect(subscription != nil)
    subscription = nil
    #expect(cancelled.elements == ["first", "second"])
  }
}
