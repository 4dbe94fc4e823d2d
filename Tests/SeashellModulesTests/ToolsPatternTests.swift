import Testing

@testable import SeashellModules

struct ToolsPatternTests {
  @Test(arguments: [
    ("^[a-z]+$", "abc", true), ("^[a-z]+$", "aBc", false), ("b", "abc", true),
    (#"^\d{2}:\d{2}$"#, "12:30", true), (#"^\d{2}:\d{2}$"#, "1:30", false),
    (#"^p-[0-9]+$"#, "p-7", true), (#"^p-[0-9]+$"#, "p-x", false),
    (#"^(?:GET|POST)$"#, "POST", true), (#"^(?:GET|POST)$"#, "PUT", false),
    (#"^[\w.-]+@[\w-]+\.\w+$"#, "a.b@c-d.org", true),
    (#"^[\w.-]+@[\w-]+\.\w+$"#, "a b@c.org", false),
    (#"^[\w-.]+$"#, "a-b.c", true), (#"^[\w-.]+$"#, "a/b", false),
    (#"^[^\]\-]$"#, "]", false), (#"^[^\]\-]$"#, "-", false), (#"^[^\]\-]$"#, "x", true),
    (#"^\S+?$"#, "ab", true), (#"^\S+?$"#, "a b", false), (#"^a\/b$"#, "a/b", true),
    (#"^\$[0-9]+\.[0-9]{2}$"#, "$18.50", true), (#"^\$[0-9]+\.[0-9]{2}$"#, "18.50", false),
    (#"\bcat\b"#, "a cat", true), (#"\bcat\b"#, "concat", false), ("^$", "", true),
    ("^$", "a", false),
  ])
  func aPatternMatchesAsInECMAScript(pattern: String, text: String, matches: Bool) throws {
    #expect(try #require(TextPattern(pattern)).matches(text) == matches)
  }

  @Test(arguments: [
    "(", "[", "a{", "(?=a)", "(?<n>a)", #"(a)\1"#, #"\p{L}"#, #"\u0041"#, "é", "[[:alpha:]]", "a**",
    "(a{100}){100}", "a{256}", "[]", "[^", "[z-a]", #"\"#, String(repeating: "a", count: 501),
  ])
  func aPatternThatPOSIXCannotReadIsLeftToTheModule(pattern: String) {
    #expect(TextPattern(pattern) == nil)
  }

  @Test func textBeyondASCIIIsLeftToTheModule() throws {
    #expect(try #require(TextPattern("^[a-z]+$")).matches("é"))
  }

  /// An engine that backtracks would take years.
  @Test func aPatternThatWouldBacktrackEndsSoon() throws {
    let pattern = try #require(TextPattern("^(a+)+$"))
    #expect(!pattern.matches(String(repeating: "a", count: 2_000) + "!"))
    #expect(pattern.matches(String(repeating: "a", count: 2_000)))
  }
}
