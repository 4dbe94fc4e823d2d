@testable import ShellOutput
import Testing

@MainActor
@Suite struct RenderedTests {
  @Test(
    "Rendered output keeps its colours only on a terminal",
    arguments: [
      ("a\u{1B}[31mred\u{1B}[0m b\n", true, "a\u{1B}[31mred\u{1B}[0m b\n"),
      ("a\u{1B}[31mred\u{1B}[0m b\n", false, "ared b\n"),
      ("\u{1B}[1;31mx\u{1B}[0m", true, "\u{1B}[1;31mx\u{1B}[0m\n"),
      ("\u{1B}[1;31mx\u{1B}[0m", false, "x"), ("", true, ""),
      ("\u{1B}", false, "\u{1B}"), ("\u{1B}[2Jx", false, "\u{1B}[2Jx"),
      ("\u{1B}[31", false, "\u{1B}[31"),
    ])
  func rendered(bytes: String, isTerminal: Bool, expected: String) throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    try Output(.table, to: stream, style: OutputStyle(isTerminal: isTerminal))
      .rendered(Array(bytes.utf8))
    try stream.flush()
    #expect(sink.text == expected)
  }
}
