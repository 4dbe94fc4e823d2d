@testable import CoreJSON
import Testing

@Suite struct JSONWriterTests {
  @Test func `The JSON writer writes the commas`() {
    var writer = JSONWriter()
    writer.object { json in
      json.key("list")
      json.openArray()
      json.integer(1)
      json.string("a")
      json.null()
      json.openArray()
      json.closeArray()
      json.closeArray()
      json.object("inner") { $0.member("name", "x") }
      json.field("a\"b")
      json.raw("1.50")
      json.key("any")
      json.value(["x": [true, 2.5]])
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"list":[1,"a",null,[]],"inner":{"name":"x"},"a\"b":1.50,"any":{"x":[true,2.5]}}"#)
  }

  @Test(arguments: [
    ("quote\"", #""quote\"""#), ("back\\", #""back\\""#), ("a\n\r\tb", #""a\n\r\tb""#),
    ("\u{00}\u{08}\u{0C}\u{1F}", #""\u0000\u0008\u000c\u001f""#), ("/é世👩‍👧", #""/é世👩‍👧""#),
    ("\u{7F}\u{9B}\u{2028}", "\"\u{7F}\u{9B}\u{2028}\""), ("", #""""#),
  ])
  func `The JSON writer escapes exactly the characters of RFC 8259`(text: String, json: String)
    throws
  {
    #expect(JSONValue.string(text).jsonText == json)
    #expect(try JSONValue(json: json) == .string(text))
  }

  @Test func `Any text written as JSON is read back unchanged`() throws {
    for scalar in (0..<0x3000).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let value: JSONValue = ["a\(scalar)": .string("\(scalar)b")]
      #expect(try JSONValue(json: value.jsonBytes) == value)
    }
  }

  @Test(arguments: ["\"", "\\", "\n", "\u{1}", "\u{1F}", " ", "!", "é", "\u{80}", "😀"])
  func `A character to escape is found at any position`(special: String) throws {
    for before in 0..<20 {
      for after in [0, 1, 7, 8, 9, 17] {
        for filler in ["#", "\u{7F}", "\u{FF}", "["] {
          let text =
            String(repeating: filler, count: before) + special
            + String(repeating: filler, count: after)
          let json = JSONValue.string(text).jsonText
          let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").replacing("\u{1}", with: "\\u0001")
            .replacing("\u{1F}", with: "\\u001f")
          #expect(json == "\"\(escaped)\"")
          #expect(try JSONValue(json: json) == .string(text))
          guard special.utf8.first.map({ $0 < 0x20 }) == true else { continue }
          let offset = 1 + String(repeating: filler, count: before).utf8.count
          #expect(throws: JSONError(.controlCharacter, at: offset)) {
            try JSONValue(json: "\"\(text)\"")
          }
        }
      }
    }
  }
}
