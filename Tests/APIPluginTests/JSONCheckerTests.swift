import SeashellKit
import Testing

@testable import APIPlugin

@Suite struct JSONCheckerTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-1.5e+10", "1E5", "\"\"", "\"a\\u00e9\\n\\/\"", "[]",
    "{}", " [ 1 , [ ] , { \"a\" : null } ] \n", "{\"a\":1,\"a\":2}", "\"é😀\"",
  ])
  func `JSON has no error`(text: String) {
    #expect(JSONChecker.error(in: text) == nil)
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
    ("\"a", 0, "a string is not closed"),
    ("\"a\nb\"", 2, "a string contains a control character"),
    ("\"\\x\"", 1, "a string has an invalid escape"),
    ("\"\\u12g4\"", 1, "a string has an invalid escape"),
    ("tru", 0, "a value is missing"), ("NaN", 0, "a value is missing"),
  ])
  func `an error has a place`(text: String, offset: Int, message: String) {
    #expect(
      JSONChecker.error(in: text) == JSONChecker.SyntaxError(offset: offset, message: message))
  }

  @Test func `depth is bounded`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(JSONChecker.error(in: deep)?.message == "the values are nested too deeply")
  }

  @Test(arguments: [
    ("{\"é\":x}", "--json is not valid JSON: at character 6, a value is missing"),
    ("{\n \"a\": [1,\n  }", "--json is not valid JSON: at line 3, character 3, a value is missing"),
  ])
  func `the place is given in characters`(text: String, message: String) {
    let error = #expect(throws: (any Error).self) { try APIBody.json(checking: text) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }
}
