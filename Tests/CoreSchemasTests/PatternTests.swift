import Testing

@testable import CoreSchemas

@Suite struct PatternTests {
  @Test(arguments: [
    ("^[a-z]+$", "abc", true), ("^[a-z]+$", "aBc", false), ("b", "abc", true),
    (#"^\d{2}:\d{2}$"#, "12:30", true), (#"^\d{2}:\d{2}$"#, "1:30", false),
    (#"^(?:GET|POST)$"#, "POST", true), (#"^(?:GET|POST)$"#, "PUT", false),
    (#"^[\w.-]+@[\w-]+\.\w+$"#, "a.b@c-d.org", true),
    (#"^[\w.-]+@[\w-]+\.\w+$"#, "a b@c.org", false),
    (#"^[\w-.]+$"#, "a-b.c", true), (#"^[\w-.]+$"#, "a/b", false),
    (#"^[+-\d]+$"#, "1-+", true), (#"^[\p{L}-_]+$"#, "é-_", true), (#"^[a-\d]$"#, "b", false),
    (#"^[a-f-\d]+$"#, "c-7", true), (#"^[\d\-x]+$"#, "1-x", true), (#"^[\w-\s]+$"#, "a -", true),
    (#"^[^\]\-]$"#, "]", false), (#"^[^\]\-]$"#, "-", false), (#"^[^\]\-]$"#, "x", true),
    (#"^\S+?$"#, "ab", true), (#"^\S+?$"#, "a b", false), (#"^a\/b$"#, "a/b", true),
    (#"^\$[0-9]+\.[0-9]{2}$"#, "$18.50", true), (#"\bcat\b"#, "a cat", true),
    (#"\bcat\b"#, "concat", false), ("^$", "", true), ("^$", "a", false), ("", "", true),
    ("", "a", true), ("a{2}", "baac", true), (#"^[(*]+$"#, "(*(", true), (#"^\(\*"#, "(*", true),
  ])
  func `a text matches as in ECMAScript`(pattern: String, text: String, matches: Bool) throws {
    #expect(try Pattern(pattern).matches(text) == matches)
  }

  /// Cases in which PCRE2's own dialect differs.
  @Test(arguments: [
    // `$` matches only at the end, and not before a final newline.
    ("^a$", "a\n", false), ("^a.b$", "a\rb", false), ("^a.b$", "a\nb", false),
    (#"^\u0041\x42$"#, "AB", true), (#"^\u{1F600}$"#, "😀", true), (#"^\u12$"#, "u12", true),
    // A group that did not take part matches as empty.
    (#"^(?:(a)|b)\1$"#, "b", true), ("[]", "a", false), ("^[^]$", "\n", true),
    (#"^(a|b)\1$"#, "bb", true), (#"^(?<x>a)\k<x>$"#, "aa", true),
    ("^(?=.*1)[a-z0-9]+$", "a1", true),
    ("(?<=a)b", "ab", true), ("(?<!a)b", "ab", false), (#"^\p{Lu}"#, "Äpfel", true),
    // Characters are Unicode scalars; digits, words and blanks are ASCII only.
    ("^.$", "é", true), ("^.$", "😀", true), (#"^\w$"#, "é", false), (#"^\d$"#, "٣", false),
    ("^é{2}$", "éé", true), ("^a.c$", "a\0c", true), ("\0", "a\0c", true),
  ])
  func `where dialects differ, a pattern follows ECMAScript`(
    pattern: String, text: String, matches: Bool
  ) throws {
    #expect(try Pattern(pattern).matches(text) == matches)
  }

  @Test(arguments: [
    "(", "[", "[^", "[z-a]", #"\"#, "a**", "(?", "(?<n", ")", "*a", "(?<=a+)b", #"\C"#,
    // Syntax that only PCRE2 has.
    "(?i)a", "(?>a)", "(?R)", "(?1)(a)", "(?#a)", "(?P<n>a)", "(?|a)", "(?C)", "(*UTF)a",
    "(*ACCEPT)", #"\Q[\E(?i)a"#, #"[\]](?i)"#,
    "(((a{100}){100}){100}){100}", String(repeating: "(", count: 300),
    String(repeating: "a", count: 10_001),
  ])
  func `a pattern that cannot be read is malformed`(pattern: String) {
    #expect(throws: PatternError.malformed) { try Pattern(pattern) }
  }

  @Test(
    arguments: [
      ("^(((a*b*c*d*e*)*){250})+z$", "abcdeedcba", 30, "z!"), ("^(a+)+$", "a", 300, "!"),
      ("^(a|aa)+$", "a", 300, "!"), ("^(a|a?)+$", "a", 300, "!"), ("(x+x+)+[yw]", "x", 30_000, ""),
      ("(.*)*(.*)*(.*)*[zw]", "x", 300, ""), (#"^(([a-z])+.)+[A-Z]([a-z])+$"#, "a", 300, ""),
      (#"^(\w+\s?)*$"#, "ab ", 100, "!"), (#"^((\d+)*,?)*$"#, "1", 100, "x"),
      (#"(.*)\1[zy]"#, "a", 100_000, ""),
      // The library restarts its count at each position, and does not count the characters that one item
      // reads.
      ("a*[bc]", "a", 1_000_000, ""), ("[^b]{20000}[ce]", "a", 200_000, ""),
      ("(?=(a+))\\1[cd]", "a", 100_000, ""),
    ])
  func `a match that takes too many steps is stopped`(
    pattern: String, piece: String, count: Int, end: String
  ) throws {
    let pattern = try Pattern(pattern)
    let text = String(repeating: piece, count: count) + end
    #expect(throws: PatternError.tooExpensive) { try pattern.matches(text) }
  }

  @Test func `simple patterns match in long texts`() throws {
    let base64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$"
    #expect(try Pattern(base64).matches(String(repeating: "abcd", count: 20_000)))
    #expect(try Pattern(#"\S"#).matches(String(repeating: " ", count: 1_000_000) + "a"))
    #expect(try Pattern("^[^<>]*$").matches(String(repeating: "a", count: 1_000_000)))
    #expect(try !Pattern("^(a|b|c)+$").matches(String(repeating: "abc", count: 10_000) + "!"))
  }

  @Test func `a smaller limit of steps can be given`() throws {
    let pattern = try Pattern("^(a|b)*$")
    let text = String(repeating: "ab", count: 100)
    #expect(try pattern.matches(text))
    #expect(throws: PatternError.tooExpensive) { try pattern.matches(text, steps: 10) }
    #expect(throws: PatternError.tooExpensive) { try pattern.matches(text, steps: 0) }
  }

  @Test func `threads can match with one pattern`() async throws {
    let pattern = try Pattern("^(a|b)*$")
    await withTaskGroup(of: Bool?.self) { group in
      for number in 0..<100 {
        let text = String(repeating: "ab", count: number) + (number % 2 == 0 ? "" : "!")
        group.addTask { try? pattern.matches(text) == (number % 2 == 0) }
      }
      for await isRight in group { #expect(isRight == true) }
    }
  }

  @Test func `patterns that were compiled before are not confused`() throws {
    // Equal as Strings, but not as bytes.
    let (one, two) = ("^\u{E9}$", "^e\u{301}$")
    for _ in 0..<2 {
      #expect(try Pattern(one).matches("\u{E9}"))
      #expect(try !Pattern(one).matches("e\u{301}"))
      #expect(try Pattern(two).matches("e\u{301}"))
      #expect(try !Pattern(two).matches("\u{E9}"))
      for number in 0..<40 {
        #expect(try Pattern("^a{\(number)}$").matches(String(repeating: "a", count: number)))
        #expect(try !Pattern("^a{\(number)}$").matches("b"))
      }
    }
  }

  @Test func `the version of PCRE2 is known`() throws {
    let version = try #require(PatternLibrary.read().version)
    #expect(version.hasPrefix("10."))
  }
}
