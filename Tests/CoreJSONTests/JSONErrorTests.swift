import CoreJSON
import Testing

@Suite struct JSONErrorTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-1.5e+10", "1E5", "1e400", "\"\"",
    "\"a\\u00e9\\n\\/\"", "[]", "{}", " [ 1 , [ ] , { \"a\" : null } ] \n", "{\"a\":1,\"a\":2}",
    "\"é😀\"", "\t\r\n7", #""\"\\\/\b\f\n\r\t\uD83D\uDE00""#, "\"\u{7F}\"",
  ])
  func `Valid JSON has no error`(text: String) throws {
    try JSONValue.check(text.utf8)
    _ = try JSONValue(json: text)
  }

  @Test(
    arguments: [
      ("", 0, .expectedValue), (" ", 1, .expectedValue), ("[1,]", 3, .expectedValue),
      ("[,1]", 1, .expectedValue), ("{\"a\":}", 5, .expectedValue), ("+1", 0, .expectedValue),
      (".5", 0, .expectedValue), ("'a'", 0, .expectedValue), ("tru", 0, .expectedValue),
      ("[nul]", 1, .expectedValue), ("NaN", 0, .expectedValue), ("Infinity", 0, .expectedValue),
      ("// x\n1", 0, .expectedValue), ("\u{FEFF}1", 0, .expectedValue), ("[", 1, .expectedValue),
      ("}", 0, .expectedValue), ("\0", 0, .expectedValue),
      ("{", 1, .expectedName), ("{\"a\":1,}", 7, .expectedName), ("{a:1}", 1, .expectedName),
      ("{]", 1, .expectedName), ("{1:1}", 1, .expectedName),
      ("{\"a\" 1}", 5, .expectedColon), ("{\"a\"", 4, .expectedColon),
      ("[1 2]", 3, .expectedCommaOrBracket), ("[1", 2, .expectedCommaOrBracket),
      ("[1}", 2, .expectedCommaOrBracket), ("[truex]", 5, .expectedCommaOrBracket),
      ("{\"a\":1 \"b\":2}", 7, .expectedCommaOrBrace), ("{\"a\":1", 6, .expectedCommaOrBrace),
      ("{\"a\":1]", 6, .expectedCommaOrBrace),
      ("1.", 2, .expectedDigit), ("-", 1, .expectedDigit), ("1e", 2, .expectedDigit),
      ("1e+", 3, .expectedDigit), ("-.5", 1, .expectedDigit), ("1.e5", 2, .expectedDigit),
      ("01", 1, .leadingZero), ("-00.5", 2, .leadingZero),
      ("1 2", 2, .expectedEnd), ("{} {}", 3, .expectedEnd), ("[1] x", 4, .expectedEnd),
      ("1\0", 1, .expectedEnd), ("\"a\"\"b\"", 3, .expectedEnd),
      ("\"a", 0, .openString), ("[\"a\\", 1, .openString), ("\"a\\\"", 0, .openString),
      ("\"a\nb\"", 2, .controlCharacter), ("\"\u{1F}\"", 1, .controlCharacter),
      ("\"\\x\"", 1, .invalidEscape), ("\"\\u12g4\"", 1, .invalidEscape),
      ("\"\\u12\"", 1, .invalidEscape), ("\"a\\U0041\"", 2, .invalidEscape),
      ("\"\\u+123\"", 1, .invalidEscape),
    ] as [(String, Int, JSONError.Reason)])
  func `A JSON error has a reason and an offset`(
    text: String, offset: Int, reason: JSONError.Reason
  ) {
    let expected = JSONError(reason, at: offset)
    #expect(throws: expected) { try JSONValue.check(text.utf8) }
    #expect(throws: expected) { try JSONValue(json: text) }
  }

  @Test(
    arguments: [
      (#""\uD83D""#, 1), (#""ab\uD83Dx""#, 3), (#""\uDE00""#, 1), (#""\uD83D\n""#, 1),
      (#""\uD83D\uD83D""#, 1), (#"{"\uDE00\uD83D":1}"#, 2),
    ])
  func `Half of a surrogate pair is in the grammar, but is not valid text`(
    text: String, offset: Int
  ) throws {
    try JSONValue.check(text.utf8)
    #expect(throws: JSONError(.halfSurrogate, at: offset)) { try JSONValue(json: text) }
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], 0), ([0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D], 1),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 0), ([0x22, 0xE4, 0xB8, 0x22], 0),
      ([0x22, 0x5C, 0x6E, 0xFF, 0x22], 0), ([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], 1),
    ] as [([UInt8], Int)])
  func `Text that is not UTF-8 is an error at its quote`(bytes: [UInt8], offset: Int) {
    #expect(throws: JSONError(.notUTF8, at: offset)) { try JSONValue(json: bytes) }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func `The nesting of JSON is limited`(open: String, close: String) throws {
    let brackets = open.count { "[{".contains($0) }
    let levels = JSONValue.maximumDepth / brackets
    func text(_ levels: Int, _ inner: String) -> String {
      String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
    }
    try JSONValue.check(text(levels, "1").utf8)
    #expect(try JSONValue(json: text(levels, "1")).jsonText == text(levels, "1"))
    let offset = open.utf8.count * levels
    for deep in [text(levels, "[]"), text(levels, "{}"), text(100_000, "1")] {
      #expect(throws: JSONError(.tooDeep, at: offset)) { try JSONValue.check(deep.utf8) }
      #expect(throws: JSONError(.tooDeep, at: offset)) { try JSONValue(json: deep) }
    }
    // The limit applies to depth, not to length.
    let long = "[" + String(repeating: text(levels / 2, "1") + ",", count: 10) + "1]"
    try JSONValue.check(long.utf8)
  }

  @Test func `The error about nesting names the limit`() {
    #expect(JSONError.Reason.tooDeep.rawValue == "nested more than \(JSONValue.maximumDepth) deep")
  }

  @Test func `JSON that is cut anywhere fails, or is a shorter number`() throws {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,null],"b":{"c":false}}"#.utf8)
    try JSONValue.check(text)
    for end in text.indices {
      #expect(throws: JSONError.self) { try JSONValue.check(text[..<end]) }
      #expect(throws: JSONError.self) { try JSONValue(json: text[..<end]) }
    }
  }
}
