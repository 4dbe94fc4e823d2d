import Testing
import WebMessages

@Suite struct RecentEventIDsTests {
  @Test func `the last twenty thousand event ids are kept`() {
    let ids = RecentEventIDs()
    for number in 0...20_000 { ids.insert("e-\(number)") }
    #expect(!ids.contains("e-0"))
    #expect(ids.contains("e-1"))
    #expect(ids.contains("e-20000"))
    #expect(!ids.contains("e-20001"))
  }

  @Test func `inserting an id says whether it is new`() {
    let ids = RecentEventIDs(capacity: 2)
    #expect(
      ["a", "a", "b", "c", "a", "c"].map(ids.insert) == [true, false, true, true, true, false])
    ids.removeAll()
    #expect(!ids.contains("c"))
    #expect(ids.insert("c"))
  }

  @Test func `an id that is too long is not kept`() {
    let ids = RecentEventIDs()
    let longest = String(repeating: "x", count: RecentEventIDs.maximumLength)
    #expect([longest, longest].map(ids.insert) == [true, false])
    #expect([longest + "x", longest + "x"].map(ids.insert) == [true, true])
  }

  @Test func `the oldest id is dropped first, and a repeated id takes one place`() {
    let ids = RecentEventIDs(capacity: 2)
    for id in ["a", "b", "b", "b"] { ids.insert(id) }
    #expect(ids.contains("a"))
    for id in ["c", "d"] { ids.insert(id) }
    #expect(["a", "b", "c", "d"].map(ids.contains) == [false, false, true, true])
    ids.insert("a")
    #expect(["a", "b", "c", "d"].map(ids.contains) == [true, false, false, true])
  }
}
