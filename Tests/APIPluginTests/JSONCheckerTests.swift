import Testing

@testable import APIPlugin

@Suite struct JSONCheckerTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-1.5e+10", "1E5", "\"\"", "\"a\\u00e9\\n\\/\"", "[]",
    "{}", " [ 1 , [ ] , { \"a\" : null } ] \n", "{\"a\":1,\"a\":2}", "\"é😀\"",
  ])
  func `JSON has no fault`(text: String) {
    #expect(JSONChecker.fault(in: text) == nil)
  }

  @Test(arguments: [
    ("", 0, "a value is missing"), ("{\"a\":1,}", 7, "a name in double quotes is missing"),
    ("[1,]", 3, "a value is missing"), ("{a:1}", 1, "a name in double quotes is missing"),
    ("{\"a\" 1}", 5, "a ':' is missing"), ("{\"a\":1 \"b\":2}", 7, "a ',' or a '}' is missing"),
    ("[1 2]", 3, "a ',' or a ']' is missing"), ("[1", 2, "a ',' or a ']' is missing"),
    ("1 2", 2, "there is more than one value"), ("01", 1, "a number begins with a zero"),
    ("1.", 2, "a digit is missing"), ("-", 1, "a digit is missing"),
    ("1e", 2, "a digit is missing"),
    ("+1", 0, "a value is missing"), ("'a'", 0, "a value is missing"),
    ("\"a", 0, "a text begins that has no end"),
    ("\"a\nb\"", 2, "a control character stands in a text"),
    ("\"\\x\"", 1, "an escape is none"), ("\"\\u12g4\"", 1, "an escape is none"),
    ("tru", 0, "a value is missing"), ("NaN", 0, "a value is missing"),
  ])
  func `a fault has a place`(text: String, offset: Int, message: String) {
    #expect(JSONChecker.fault(in: text) == JSONChecker.Fault(offset: offset, message: message))
  }

  @Test func `depth is bounded`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(JSONChecker.fault(in: deep)?.message == "the values are too deep")
  }

  @Test(arguments: [
    ("{\"é\":x}", "--json takes JSON, and at character 6 a value is missing"),
    ("{\n \"a\": [1,\n  }", "--json takes JSON, and at line 3, character 3 a value is missing"),
  ])
  func `the place is told in characters`(text: String, message: String) {
    let error = #expect(throws: (any Error).self) { try JSONText.body(text) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }
}
