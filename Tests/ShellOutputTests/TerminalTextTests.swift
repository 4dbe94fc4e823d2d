@testable import ShellOutput
import Testing

@Suite struct `Escaping for a terminal` {
  @Test(arguments: [
    ("", ""),
    ("plain text, with ~ and \\", "plain text, with ~ and \\"),
    ("Grüße, 世界, 👩‍👩‍👧, ❤️", "Grüße, 世界, 👩‍👩‍👧, ❤️"),
    ("\u{1B}[2J", "\\u{1B}[2J"),
    ("\u{07}\u{08}\u{00}", "\\u{7}\\u{8}\\u{0}"),
    ("\u{7F}\u{80}\u{9B}31m", "\\u{7F}\\u{80}\\u{9B}31m"),
    ("a\tb\nc\rd\r\ne", "a\\tb\\nc\\rd\\r\\ne"),
    ("user\u{202E}txt.exe", "user\\u{202E}txt.exe"),
    ("\u{2066}\u{2069}\u{200E}\u{200F}\u{061C}", "\\u{2066}\\u{2069}\\u{200E}\\u{200F}\\u{61C}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
    ("\u{200B}\u{FEFF}\u{AD}", "\\u{200B}\\u{FEFF}\\u{AD}"),
    ("\u{E0041}", "\\u{E0041}"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("e\u{301}", "e\u{301}"),
  ])
  func `escaping changes only characters that a terminal would execute`(
    _ text: String, _ shown: String
  ) {
    #expect(Array(TerminalText.escaped(text).utf8) == Array(shown.utf8))
  }

  @Test(arguments: [
    ("a\tb\nc", "a\tb\nc"),
    ("a\r\nb", "a\r\nb"),
    ("100%\rdone", "100%\\rdone"),
    ("a\n\r", "a\n\\r"),
    ("\u{1B}]0;title\u{07}\n", "\\u{1B}]0;title\\u{7}\n"),
  ])
  func `escaping can keep line breaks`(_ text: String, _ shown: String) {
    #expect(Array(TerminalText.escaped(text, keepsLines: true).utf8) == Array(shown.utf8))
  }

  @Test(arguments: [
    ("one line", "one line"), ("two\nlines", "two lines"), ("a \r\n\t b", "a   b"),
    ("\n", " "), ("a\u{0B}\u{0C}b", "a b"),
  ])
  func `flattening turns newlines and tabs into one blank`(_ text: String, _ line: String) {
    #expect(TerminalText.flattened(text) == line)
  }

  /// Scalars that hide or move text, or control the terminal, by their Unicode properties.
  private static func isLive(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format:
      properties.isDefaultIgnorableCodePoint && scalar.value != 0x200C && scalar.value != 0x200D
    default: properties.isBidiControl
    }
  }

  private static let scalars: [Unicode.Scalar] =
    (Array(0..<0x3000) + Array(0xFD00...0xFFFD) + Array(0x1BCA0...0x1BCA3)
    + Array(0x1D160...0x1D180) + Array(0x1F000...0x1FAFF) + Array(0xE0000...0xE0200))
    .compactMap { Unicode.Scalar(UInt32($0)) }

  @MainActor
  @Test(arguments: OutputFormat.allCases)
  func `no format sends hostile characters to a terminal`(_ format: OutputFormat) throws {
    let columns = [Column("id"), Column("te\u{1B}[1mxt")]
    // A table holds a thousand rows before it begins to cut text.
    for start in stride(from: 0, to: Self.scalars.count, by: 900) {
      let texts = Self.scalars[start...].prefix(900).map { "a\($0)b" }
      let shown = try rendered(format, on: terminal(nil)) { output in
        try output.columns(columns)
        for text in texts { try output.row([.text(text), .text(text)]) }
        try output.record(columns, [.text(texts.joined()), .text(texts.joined())])
        try output.text(texts.joined())
        try output.finish()
      }
      let live = shown.replacing("\r\n", with: "").unicodeScalars.filter {
        Self.isLive($0) && $0 != "\n" && $0 != "\t"
      }
      #expect(live.map { $0.escaped(asASCII: true) } == [])
      #expect(shown.unicodeScalars.count > 6 * texts.count)
    }
  }

  @Test func `errors send no hostile characters to a terminal`() {
    for scalar in Self.scalars {
      let text = "a\(scalar)b"
      let diagnostic = Diagnostic(
        ShellError(.failed, text, hint: text), file: text, line: 1, source: text)
      for shown in [diagnostic.text(terminal(40)), diagnostic.json(.plain)] {
        let live = shown.unicodeScalars.filter { Self.isLive($0) && $0 != "\n" }
        #expect(live.isEmpty, "U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @MainActor
  @Test func `pipes and files get all characters unescaped`() throws {
    let text = "\u{1B}[31m\u{202E}\r\n\u{9B}"
    #expect(try rendered(.table) { try $0.text(text) } == text + "\n")
    #expect(try list(.tsv, [Column("a")], [[.text("\u{1B}\u{202E}")]]) == "\u{1B}\u{202E}\n")
  }
}
