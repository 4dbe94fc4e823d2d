import Testing
import WebAPI

@Suite struct AnnouncedEventsTests {
  @Test func `the last twenty thousand ids are remembered`() {
    let announced = AnnouncedEvents()
    for number in 0...20_000 { announced.remember("e-\(number)") }
    #expect(!announced.wasAnnounced("e-0"))
    #expect(announced.wasAnnounced("e-1"))
    #expect(announced.wasAnnounced("e-20000"))
    #expect(!announced.wasAnnounced("e-20001"))
  }

  @Test func `the first to remember an id hears that it is new`() {
    let announced = AnnouncedEvents(capacity: 2)
    #expect(
      ["a", "a", "b", "c", "a", "c"].map(announced.remember)
        == [true, false, true, true, true, false])
    announced.forget()
    #expect(!announced.wasAnnounced("c"))
    #expect(announced.remember("c"))
  }

  @Test func `an id that is too long takes no room`() {
    let announced = AnnouncedEvents()
    let longest = String(repeating: "x", count: AnnouncedEvents.longestID)
    #expect([longest, longest].map(announced.remember) == [true, false])
    #expect([longest + "x", longest + "x"].map(announced.remember) == [true, true])
  }

  @Test func `the oldest goes first, and an id takes one place`() {
    let announced = AnnouncedEvents(capacity: 2)
    for id in ["a", "b", "b", "b"] { announced.remember(id) }
    #expect(announced.wasAnnounced("a"))
    for id in ["c", "d"] { announced.remember(id) }
    #expect(["a", "b", "c", "d"].map(announced.wasAnnounced) == [false, false, true, true])
    announced.remember("a")
    #expect(["a", "b", "c", "d"].map(announced.wasAnnounced) == [true, false, false, true])
  }
}
