import SeashellKit
import ShellCommands
import ShellLanguage
import ShellOutput
import Testing

@testable import SeashellModules

/// Wrong arguments of a tool.
extension ToolsSchemaTests {
  @Test(
    arguments: [
      (
        #""type":"integer","minimum":1,"maximum":5"#, "6",
        "A takes a whole number from 1 to 5, not '6'"
      ),
      (
        #""type":"integer","exclusiveMinimum":0"#, "0",
        "A takes a whole number of at least 1, not '0'"
      ),
      (
        #""type":"integer","minimum":0,"exclusiveMinimum":true"#, "0",
        "A takes a whole number of at least 1, not '0'"
      ),
      (
        #""type":"integer","exclusiveMaximum":9.5"#, "10",
        "A takes a whole number of at most 9, not '10'"
      ),
      (#""type":"integer","multipleOf":5"#, "7", "A must be a multiple of 5"),
      (
        #""type":"integer","minimum":1e300"#, "7",
        "A takes a whole number of at least 9223372036854775807, not '7'"
      ),
      (#""type":"integer","minimum":5,"maximum":1"#, "7", nil),
      (#""type":"integer""#, "1.5", "A takes a whole number, not '1.5'"),
      (#""type":"number","exclusiveMinimum":0"#, "0", "A must be more than 0"),
      (#""type":"number","maximum":0.5"#, "0.75", "A takes a number of at most 0.5, not '0.75'"),
      (#""type":"number","multipleOf":0.1"#, "0.3", nil),
      (#""type":"number","multipleOf":0.1"#, "0.35", "A must be a multiple of 0.1"),
      (#""type":"boolean""#, "yes", "A takes true or false, not 'yes'"),
      (#""enum":["red","green"]"#, "gren", "A takes red or green, not 'gren'"),
      (#""type":"string","minLength":2"#, "a", "A takes at least 2 characters, not 'a'"),
      (#""type":"string","maxLength":1"#, "ab", "A takes at most 1 character, not 'ab'"),
      (
        #""type":"string","minLength":2,"maxLength":3"#, "abcd",
        "A takes 2 to 3 characters, not 'abcd'"
      ),
      (#""type":"string","minLength":5,"maxLength":3"#, "abcd", nil),
      (
        #""type":"string","pattern":"^[a-z]+$""#, "A", "A takes text that matches ^[a-z]+$, not 'A'"
      ),
      (#""type":"string","pattern":"b""#, "abc", nil),
      (#""type":"string","pattern":"(""#, "x", nil),
      (
        #""type":"string","format":"date""#, "2026-02-30",
        "A takes a date such as 2026-11-22, not '2026-02-30'"
      ),
      (#""type":"string","format":"date""#, "2026-02-28", nil),
      (
        #""type":"string","format":"date-time""#, "2026-02-28",
        "A takes a date and time such as 2026-11-22T05:40:00Z, not '2026-02-28'"
      ),
      (#""type":"string","format":"date-time""#, "2026-02-28t10:00:00z", nil),
      (
        #""type":"string","format":"uri""#, "a/b:c",
        "A takes a URI such as https://example.com/, not 'a/b:c'"
      ),
      (#""type":"string","format":"uri""#, "urn:x", nil),
      (
        #""type":"string","format":"email""#, "ann@",
        "A takes an email address such as ann@example.com, not 'ann@'"
      ),
      (#""type":"string","format":"email""#, "ann@example.com", nil),
      (
        #""type":"string","format":"uuid""#, "3f2a",
        "A takes a UUID such as 3f2a1c9e-5b7d-4e8a-9c0f-1a2b3c4d5e6f, not '3f2a'"
      ),
      (#""type":"string","format":"uuid""#, "3F2A1C9E-5b7d-4e8a-9c0f-1a2b3c4d5e6f", nil),
      (
        #""type":"string","format":"ipv4""#, "1.2.3",
        "A takes an IPv4 address such as 192.0.2.1, not '1.2.3'"
      ),
      (#""type":"string","format":"ipv4""#, "1.2.3.4", nil),
      (
        #""type":"string","format":"ipv6""#, "::g",
        "A takes an IPv6 address such as 2001:db8::1, not '::g'"
      ),
      (#""type":"string","format":"ipv6""#, "::1", nil),
      (#""type":"string","format":"whatever""#, "x", nil),
      (
        #""type":"array","items":{"type":"string"},"minItems":2"#, "x",
        "A takes at least 2 values, not 1"
      ),
      (
        #""type":"array","items":{"type":"string"},"maxItems":0"#, "x",
        "A takes at most 0 values, not 1"
      ),
      (#""type":"array","items":{"type":"integer"}"#, "x", "A takes a whole number, not 'x'"),
    ] as [(String, String, String?)])
  func `a wrong argument of a tool is an error that points at it`(
    schema: String, word: String, message: String?
  ) throws {
    let tool = try SampleTool(properties: #""a":{\#(schema)}"#, required: #""a""#)
    let error = tool.error([word])
    if let message {
      #expect(error == "0: " + message)
    } else {
      #expect(error?.hasPrefix("no error") == true, "\(error ?? "")")
    }
  }

  @Test func `the error of a value given twice points at the second one`() throws {
    let tool = try SampleTool(
      properties: #""a":{"type":"array","items":{"type":"string"},"uniqueItems":true}"#)
    #expect(tool.error(["--a", "x", "--a", "y", "--a", "x"]) == "5: --a has the value 'x' twice")
  }
}
