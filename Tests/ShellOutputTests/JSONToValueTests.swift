import CoreJSON
import FoundationEssentials
import ShellOutput
import Testing

struct JSONToValueTests {
  @Test(arguments: [
    ("null", CellValue.null), (" true ", .boolean(true)), ("false", .boolean(false)),
    ("0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
    ("[]", .list([])), ("{}", .record([])), ("[1, \"a\"]", .list([.integer(1), .text("a")])),
    (#"{"b":1,"a":[{}]}"#, .record([.init("b", .integer(1)), .init("a", .list([.record([])]))])),
    (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, .text("\"\\/\u{8}\u{C}\n\r\té😀")),
    (#""é😀""#, .text("é😀")),
  ])
  func aTextIsRead(text: String, value: CellValue) throws {
    #expect(try CellValue(json: text) == value)
  }

  @Test(arguments: ["18.50", "-0.1", "1e3", "2.5E-3", "9223372036854775808"])
  func aNumberThatIsNotWholeIsExact(text: String) throws {
    #expect(try CellValue(json: text) == .decimal(try #require(Decimal(string: text))))
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "[1 2]", "01", "1.", ".5",
    "+1",
    "-", "1e", "\"a", "\"\\x\"", "\"\\uD83D\"", "\"\\uD83Dx\"", "\"\\uDE00\"", "\"\\u12g4\"",
    "\"\n\"",
    "[1] 2", "'a'", "// x\n1", "NaN", "Infinity", "\u{FEFF}1",
  ])
  func whatIsNotJSONIsRejected(text: String) {
    #expect(throws: JSONError.self) { try CellValue(json: text) }
  }

  @Test func bytesThatAreNotUTF8AreRejected() {
    #expect(throws: JSONError.self) {
      try CellValue(json: [0x22, 0xFF, 0x22])
    }
  }

  @Test func `deep nesting is rejected whatever the depth`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(of: deep)?.reason == .tooDeep)
    let objects = String(repeating: #"{"a":"#, count: 1000)
    #expect(throws: JSONError.self) { try CellValue(json: objects) }
  }

  @Test func `nesting up to the bound is read`() throws {
    let text = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try CellValue(json: text).jsonText == text)
  }

  @Test(arguments: [#"{"b":[1,2.5,null,true],"a":{"x":"é\n"}}"#])
  func aValueIsWrittenAsItWasRead(text: String) throws {
    #expect(try CellValue(json: text).jsonText == text)
  }

  @Test func `an error of the JSON tree has a reason and a place`() {
    #expect(failure(of: "[1,]") == JSONError(.expectedValue, at: 3))
    #expect(failure(of: "[1") == JSONError(.expectedCommaOrBracket, at: 2))
  }

  @Test(arguments: ["1e400", "0.1234567890123456789012345678901234567890"])
  func aNumberThatNoDecimalCanHoldIsKept(text: String) throws {
    #expect(try CellValue(json: text) == .untyped(text))
    #expect(try CellValue(JSONValue(json: text)) == .untyped(text))
    #expect(try CellValue(json: text).jsonText == text)
  }

  @Test func `a value is the same by way of a tree`() throws {
    let text = #"{"b":[1,2.5,null,true,-0.0,1e3],"a":{"x":"é\n"},"c":{}}"#
    #expect(try CellValue(JSONValue(json: text)) == CellValue(json: text))
  }

  private func failure(of text: String) -> JSONError? {
    #expect(throws: JSONError.self) { try CellValue(json: text) }
  }
}
