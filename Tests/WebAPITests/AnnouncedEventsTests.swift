import Testing
import WebAPI

@Suite struct AnnouncedEventsTests {
  @Test func `the last thousand ids are remembered`() {
    let announced = AnnouncedEvents()
    for number in 0...1_000 { announced.remember("e-\(number)") }
    #expect(!announced.wasAnnounced("e-0"))
    #expect(announced.wasAnnounced("e-1"))
    #expect(announced.wasAnnounced("e-1000"))
    #expect(!announced.wasAnnounced("e-1001"))
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
