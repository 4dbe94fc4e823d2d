import CoreEvents
import Testing

@Suite struct EventPatternTests {
  @Test(arguments: [
    ("*", "a", true), ("*", "a.b", true), ("a.b", "a.b", true), ("a.b", "a.b.c", false),
    ("a.*", "a.b", true), ("a.*", "a.b.c", true), ("a.*", "a", false), ("a.*", "ab.c", false),
    ("a.*", "a.", false),
  ])
  func `An event pattern matches names`(_ text: String, _ name: String, _ matches: Bool) throws {
    #expect(try #require(EventPattern(parsing: text)).matches(name) == matches)
  }

  @Test(arguments: [
    ("*", "*", true), ("*", "a.*", true), ("a.*", "*", false), ("a.*", "a.b", true),
    ("a.*", "a.b.*", true), ("a.b.*", "a.*", false), ("a.*", "a.*", true), ("a.b", "a.b", true),
    ("a.b", "a.*", false), ("a.b", "a.c", false),
  ])
  func `An event pattern covers narrower patterns`(_ wide: String, _ narrow: String, _ covers: Bool)
    throws
  {
    let wide = try #require(EventPattern(parsing: wide))
    #expect(wide.covers(try #require(EventPattern(parsing: narrow))) == covers)
  }

  @Test(arguments: [
    "", ".", "a.", ".a", "a..b", "a.*.b", "*.a", "a b", "a.ä", "a*",
    String(repeating: "a", count: 201),
  ])
  func `Other texts are not event patterns`(_ text: String) {
    #expect(EventPattern(parsing: text) == nil)
  }
}
