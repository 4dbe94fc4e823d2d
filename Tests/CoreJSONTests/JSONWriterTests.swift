import CoreJSON
import Testing

@Suite struct JSONWriterTests {
  @Test func `It writes the commas`() {
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
  func `It escapes what RFC 8259 says, and no more`(text: String, json: String) throws {
    #expect(JSONValue.string(text).jsonText == json)
    #expect(try JSONValue(json: json) == .string(text))
  }

  @Test func `Any text comes back as it was`() throws {
    for scalar in (0..<0x3000).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let value: JSONValue = ["a\(scalar)": .string("\(scalar)b")]
      #expect(try JSONValue(json: value.jsonBytes) == value)
    }
  }
}
