import CoreEvents
import Testing

@Suite struct EventLogTests {
  let bus = EventBus()

  @Test func `An event log holds only the last events, oldest first`() {
    let log = EventLog(bus: bus, capacity: 3)
    for number in 0..<7 { bus.post(Ticked(number: number)) }
    bus.post(Rang())
    #expect(log.entries.map(\.name) == ["test.ticked", "test.ticked", "test.rang"])
    #expect(log.entries.compactMap { ($0.event as? Ticked)?.number } == [5, 6])
  }

  @Test func `An event log holds a thousand events by default`() {
    let log = EventLog(bus: bus)
    for number in 0..<1_001 { bus.post(Ticked(number: number)) }
    #expect(log.entries.count == 1_000)
    #expect((log.entries.first?.event as? Ticked)?.number == 1)
  }

  @Test func `Logged times are in this century and do not run backwards`() {
    let log = EventLog(bus: bus)
    bus.post(Rang())
    bus.post(Rang())
    let times = log.entries.map(\.time)
    #expect(times.allSatisfy { $0 > 1_700_000_000 })
    #expect(times == times.sorted())
  }

  @Test func `An event log does not record excluded types`() {
    let log = EventLog(bus: bus, excluding: [Ticked.self])
    #expect(!bus.hasSubscribers(for: Ticked.self))
    bus.post(Ticked(number: 1))
    bus.post(DynamicEvent(eventName: "plugin.stirred"))
    #expect(log.entries.map(\.name) == ["plugin.stirred"])
  }

  @Test func `An event log stops recording when it is released`() {
    var log: EventLog? = EventLog(bus: bus)
    #expect(bus.hasSubscribers(for: Rang.self))
    withExtendedLifetime(log) {}
    log = nil
    #expect(!bus.hasSubscribers(for: Rang.self))
  }
}
