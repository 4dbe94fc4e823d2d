import Testing

@Suite struct ValueKeywordTests {
  @Test(arguments: [
    (#"{"type":"number"}"#, #""9""#, "the value is text, not a number"),
    (#"{"type":"integer"}"#, "1.5", "the value is 1.5, not an integer"),
    (#"{"type":["string","null"]}"#, "[]", "the value is a list, not text or null"),
    (#"{"type":"object"}"#, "true", "the value is a Boolean, not an object"),
    (#"{"type":[]}"#, "1", "the value is 1, not of any type"),
    (#"{"enum":["red","green",3]}"#, #""blue""#, "the value is 'blue', not 'red', 'green' or 3"),
    (#"{"enum":[]}"#, "1", "the value is 1, not any value"),
    (#"{"enum":[1,2,3,4,5,6,7,8]}"#, "9", "the value is 9, not 1, 2, 3, 4, 5, 6 or 2 more"),
    (#"{"const":{"a":1}}"#, #"{"a":2}"#, "the value is {\"a\":2}, not {\"a\":1}"),
    (#"{"const":null}"#, "0", "the value is 0, not null"),
    ("false", "1", "the value is not allowed"),
  ])
  func `a value of another kind differs`(schema: String, value: String, difference: String) throws {
    #expect(try differences(schema, value) == [difference])
  }

  @Test(arguments: [
    (#"{"type":"integer"}"#, "1.0"), (#"{"type":"integer"}"#, "1e2"),
    (#"{"type":"number"}"#, "1e400"), (#"{"const":1}"#, "1.0"),
    (#"{"enum":[[1,{"a":20}]]}"#, #"[1.0,{"a":2e1}]"#),
    (#"{"const":{"a":1,"b":[2]}}"#, #"{"b":[2],"a":1}"#), ("true", "1"), ("{}", "null"),
  ])
  func `a value that is equal matches, however it is written`(schema: String, value: String) throws
  {
    #expect(try differences(schema, value).isEmpty)
  }

  @Test(arguments: [
    (#"{"const":0}"#, "false"), (#"{"const":[0]}"#, "[false]"), (#"{"const":"1"}"#, "1"),
    (#"{"const":[]}"#, "{}"), (#"{"const":"é"}"#, #""e\u0301""#),
    (#"{"const":["a","b"]}"#, #"["b","a"]"#),
    (#"{"const":9007199254740992}"#, "9007199254740993"),
  ])
  func `a value that only looks equal differs`(schema: String, value: String) throws {
    #expect(try differences(schema, value).count == 1)
  }

  @Test(arguments: [
    (#"{"maximum":5}"#, "9", "is 9, more than the maximum 5"),
    (#"{"minimum":5}"#, "4.99", "is 4.99, less than the minimum 5"),
    (#"{"exclusiveMaximum":5}"#, "5.0", "is 5.0, but must be less than 5"),
    (#"{"exclusiveMinimum":5}"#, "5", "is 5, but must be more than 5"),
    (#"{"multipleOf":0.01}"#, "0.075", "is 0.075, not a multiple of 0.01"),
    (
      #"{"maximum":0.3}"#, "0.30000000000000000001",
      "is 0.30000000000000000001, more than the maximum 0.3"
    ),
    (#"{"minimum":-2}"#, "-2.5", "is -2.5, less than the minimum -2"),
  ])
  func `a number beyond a bound differs`(schema: String, value: String, difference: String) throws {
    #expect(try differences(schema, value) == ["the value \(difference)"])
  }

  @Test(arguments: [
    (#"{"minLength":3}"#, "ab", "has 2 characters, fewer than the minimum 3"),
    (#"{"maxLength":1}"#, "ab", "has 2 characters, more than the maximum 1"),
    (#"{"minLength":2}"#, "😀", "has 1 character, fewer than the minimum 2"),
    (#"{"pattern":"^[a-z]+$"}"#, "a1", "is 'a1', which does not match '^[a-z]+$'"),
    (#"{"format":"date"}"#, "2026-02-30", "is '2026-02-30', not a date such as 2026-01-31"),
    (#"{"format":"email"}"#, "me", "is 'me', not an email address"),
  ])
  func `text that breaks a rule differs`(schema: String, value: String, difference: String) throws {
    #expect(try differences(schema, "\"\(value)\"") == ["the value \(difference)"])
  }

  @Test func `characters are Unicode scalars`() throws {
    #expect(try differences(#"{"maxLength":1}"#, #""😀""#).isEmpty)
    #expect(try differences(#"{"minLength":2}"#, #""e\u0301""#).isEmpty)
  }

  @Test func `rules for other kinds of values do not count`() throws {
    let schema = #"{"minimum":5,"minLength":5,"minItems":5,"required":["a"],"format":"date"}"#
    #expect(try differences(schema, "null").isEmpty)
    #expect(try differences(schema, "9").isEmpty)
    #expect(try differences(schema, #""2026-01-31""#).isEmpty)
  }
}
