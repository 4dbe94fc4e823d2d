@testable import ShellOutput
import Testing

@MainActor
@Suite struct OutputBytesTests {
  private static func written(
    _ pieces: [[UInt8]], on style: OutputStyle = .plain, _ format: OutputFormat = .json
  ) throws -> String {
    try rendered(format, on: style) { output in
      var bytes = try output.bytes()
      for piece in pieces { try bytes.write(piece) }
      try bytes.end()
    }
  }

  @Test func `a pipe gets text bytes unchanged`() throws {
    #expect(try Self.written([Array("\u{1B}[3".utf8), Array("1m\r".utf8)]) == "\u{1B}[31m\r")
    #expect(try Self.written([]) == "")
  }

  @Test(arguments: [
    ("a", "a\n"), ("a\n", "a\n"), ("", ""), ("\u{1B}[31m", "\\u{1B}[31m\n"), ("a\tb\n", "a\tb\n"),
    ("a\r\nb", "a\r\nb\n"), ("a\rb", "a\\rb\n"), ("é😀\u{202E}", "é😀\\u{202E}\n"),
    ("a\r", "a\\r\n"),
  ])
  func `a terminal gets escaped text with a final newline, however it is divided`(
    text: String, shown: String
  ) throws {
    let bytes = Array(text.utf8)
    #expect(try Self.written([bytes], on: terminal(80)) == shown)
    #expect(try Self.written(bytes.map { [$0] }, on: terminal(80)) == shown)
    for cut in bytes.indices {
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(try Self.written(pieces, on: terminal(80)) == shown)
    }
  }

  @Test(arguments: [
    (["a", "b"], "a\nb"), (["a\n", "b"], "a\nb"), (["a", "", "b\n", ""], "a\nb\n"), (["a"], "a"),
  ])
  func `a pipe gets a newline between two texts, and none at the end`(
    texts: [String], written: String
  ) throws {
    let text = try rendered(.json) { output in
      for text in texts {
        var bytes = try output.bytes()
        for byte in text.utf8 { try bytes.write([byte]) }
        try bytes.end()
      }
    }
    #expect(text == written)
  }

  @Test(arguments: [OutputFormat.json, .tsv, .table])
  func `a pipe gets a newline between a text and a record or a print`(_ format: OutputFormat) throws
  {
    let text = try rendered(format) { output in
      var bytes = try output.bytes()
      try bytes.write("{}".utf8)
      try bytes.end()
      try output.text("b")
      bytes = try output.bytes()
      try bytes.write("{}".utf8)
      try output.record([Column("c")], [.integer(1)])
    }
    #expect(text.hasPrefix("{}\nb\n{}\n"))
  }

  @Test func `a terminal shows that bytes are not UTF-8`() throws {
    #expect(
      try Self.written([[0x61, 0xFF], [0xC3], [0x62]], on: terminal(80)) == "a\u{FFFD}\u{FFFD}b\n")
    #expect(try Self.written([[0xF0, 0x9F]], on: terminal(80)) == "\u{FFFD}\n")
    #expect(try Self.written([[0x80, 0x80, 0x80, 0x80]], on: terminal(80)).last == "\n")
  }

  @Test func `text bytes end the list before them`() throws {
    let text = try rendered(.json) { output in
      try output.columns([Column("a")])
      try output.row([.integer(1)])
      var bytes = try output.bytes()
      try bytes.write("x".utf8)
      try bytes.end()
    }
    #expect(text.hasSuffix("]\nx"))
  }

  @Test(
    "A terminal gets JSON in the palette's colours, however it is divided",
    arguments: [
      ("{}", "{}"), ("[]", "[]"), ("1.50e2", "<35>1.50e2<0>"), ("\"a , b\"", "\"a , b\""),
      (
        #"{ "a": [1, true, "x"], "b\"{": {"c": null} }"#,
        #"{ <1>"a"<0>: [<35>1<0>, <35>true<0>, "x"], <1>"b\"{"<0>: {<1>"c"<0>: <35>null<0>} }"#
      ),
      ("[\n  \"\u{9B}\u{202E}é\"\n]\n", "[\n  \"\\u009b\\u202eé\"\n]\n"),
      ("\"open", "\"open"), ("{\u{1B}[31m", "{<35>\\u001b<0>[<35>31m<0>"),
    ])
  func json(text: String, shown: String) throws {
    let style = OutputStyle(isTerminal: true, columns: 80, colors: .standard)
    let expected = shown.replacing(/<([0-9]+)>/) { "\u{1B}[\($0.1)m" }
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      let written = try rendered(.json, on: style) { output in
        var written = try output.jsonBytes()
        try written.write(bytes[..<cut])
        try written.write(bytes[cut...])
        try written.end()
      }
      #expect(written == expected + (shown.hasSuffix("\n") ? "" : "\n"))
    }
  }

  @Test func `JSON has no colours in a pipe, and none at a terminal without them`() throws {
    for style in [OutputStyle.plain, terminal(80)] {
      let written = try rendered(.json, on: style) { output in
        var written = try output.jsonBytes()
        try written.write("{\"a\": 1}\n".utf8)
        try written.end()
      }
      #expect(written == "{\"a\": 1}\n")
    }
  }
}
