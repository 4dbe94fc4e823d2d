import CoreEvents
import FoundationEssentials
import ShellOutput
import Testing

struct JSONReaderTests {
  @Test(arguments: [
    ("null", CellValue.null), (" true ", .boolean(true)), ("false", .boolean(false)),
    ("0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
    ("[]", .list([])), ("{}", .record([])), ("[1, \"a\"]", .list([.integer(1), .text("a")])),
    (#"{"b":1,"a":[{}]}"#, .record([.init("b", .integer(1)), .init("a", .list([.record([])]))])),
    (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, .text("\"\\/\u{8}\u{C}\n\r\té😀")),
    (#""é😀""#, .text("é😀")),
  ])
  func aTextIsRead(text: String, value: CellValue) throws {
    #expect(try JSONReader.value(of: text) == value)
  }

  @Test(arguments: ["18.50", "-0.1", "1e3", "2.5E-3", "9223372036854775808"])
  func aNumberThatIsNotWholeIsExact(text: String) throws {
    #expect(try JSONReader.value(of: text) == .decimal(try #require(Decimal(string: text))))
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "[1 2]", "01", "1.", ".5",
    "+1",
    "-", "1e", "\"a", "\"\\x\"", "\"\\uD83D\"", "\"\\uD83Dx\"", "\"\\uDE00\"", "\"\\u12g4\"",
    "\"\n\"",
    "[1] 2", "'a'", "// x\n1", "NaN", "Infinity", "1e400", "\u{FEFF}1",
  ])
  func whatIsNotJSONIsRejected(text: String) {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.value(of: text) }
  }

  @Test func bytesThatAreNotUTF8AreRejected() {
    #expect(throws: JSONReader.Failure.self) {
      try JSONReader.value(of: [0x22, 0xFF, 0x22])
    }
  }

  @Test func deepNestingIsRejectedWhateverTheDepth() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(of: deep)?.reason == "nested more than 128 deep")
    let objects = String(repeating: #"{"a":"#, count: 1000)
    #expect(throws: JSONReader.Failure.self) { try JSONReader.value(of: objects) }
  }

  @Test func nestingUpToTheBoundIsRead() throws {
    let text = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try JSONReader.value(of: text).jsonText == text)
  }

  @Test(arguments: [#"{"b":[1,2.5,null,true],"a":{"x":"é\n"}}"#])
  func aValueIsWrittenAsItWasRead(text: String) throws {
    #expect(try JSONReader.value(of: text).jsonText == text)
  }

  @Test func theReasonNamesTheByte() {
    #expect(failure(of: "[1,]")?.reason == "unexpected ']'")
    #expect(failure(of: "[1,]")?.offset == 3)
    #expect(failure(of: "[1")?.reason == "it ends too early")
  }

  private func failure(of text: String) -> JSONReader.Failure? {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.value(of: text) }
  }
}
