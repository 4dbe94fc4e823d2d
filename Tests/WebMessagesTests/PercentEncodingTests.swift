import Testing
import WebMessages

@Suite struct PercentEncodingTests {
  @Test(
    arguments: [
      (".", true), ("..", true), ("%2e", true), (".%2E", true), ("%2e%2E", true), ("..;a=b", true),
      ("", false), ("...", false), (".a", false), (";..", false), ("%2e%2e%2e", false),
      ("%252e", false),
    ])
  func `servers take a segment of one or two dots for another path`(segment: String, isDots: Bool) {
    #expect(PercentEncoding.isDots(segment.utf8) == isDots)
  }

  @Test(arguments: [
    ("a b/é", "a%20b%2F%C3%A9"), ("A-z0.9_~", "A-z0.9_~"), ("100%", "100%25"), ("", ""),
    ("a+b;c", "a%2Bb%3Bc"),
  ])
  func `a percent-encoded text is decoded to itself`(text: String, encoded: String) {
    #expect(PercentEncoding.encode(text, keeping: PercentEncoding.query) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
    #expect(PercentEncoding.decodeStrictly(encoded) == text)
  }

  @Test func `a segment keeps what only a query escapes`() {
    #expect(PercentEncoding.encode("a:@b,c=d+", keeping: PercentEncoding.segment) == "a:@b,c=d%2B")
  }

  @Test(arguments: ["%", "%2", "%zz", "a%2gb", "%FF", "%C3"])
  func `a broken escape is kept, or rejected`(text: String) {
    #expect(PercentEncoding.decode(text) == text)
    #expect(PercentEncoding.decodeStrictly(text) == nil)
  }

  @Test func `a plus sign means a space only in a form`() {
    #expect(PercentEncoding.decodeStrictly("a+b%2B") == "a+b+")
    #expect(PercentEncoding.decodeStrictly("a+b%2B", plusIsSpace: true) == "a b+")
  }
}
