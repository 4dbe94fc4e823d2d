import Testing

@testable import ShellOutput

@MainActor
@Suite struct `A picture drawn by a program` {
  @Test(arguments: [
    (
      "\u{1B}[0m\u{1B}[38;5;18;48;5;18m▄ \u{1B}[0m\n",
      ["\u{1B}[0m\u{1B}[38;5;18;48;5;18m▄ \u{1B}[0m"]
    ),
    ("a\nb\nc\nd", ["a", "b", "c"]), ("", []),
    ("\u{1B}[?25lx", ["\\u{1B}[?25lx"]), ("\u{1B}[2Jx", ["\\u{1B}[2Jx"]),
    ("\u{1B}]0;title\u{07}m", ["\\u{1B}]0;title\\u{7}m"]), ("\u{1B}[1;2", ["\\u{1B}[1;2"]),
    ("\u{1B}[31Cm", ["\\u{1B}[31Cm"]), ("x\u{1B}", ["x\\u{1B}"]),
    ("\u{9B}31m\r", ["\\u{9B}31m\\r"]),
    ("\u{1B}\u{1B}[1mx", ["\\u{1B}\u{1B}[1mx"]), ("\u{1B}PqABC\u{1B}\\", ["\\u{1B}PqABC\\u{1B}\\"]),
  ])
  func `keeps colours, and nothing else that a terminal obeys`(drawn: String, lines: [String]) {
    #expect(
      TerminalPicture.lines(of: Array(drawn.utf8), rows: 3) == lines.map { "\($0)\u{1B}[0m" })
  }

  @Test(
    arguments: [
      (true, true, 80, "C.UTF-8", OutputFormat.table, 48), (true, true, 30, "", .table, 30),
      (true, true, 80, "C", .table, nil), (true, false, 80, "", .table, nil),
      (false, false, 80, "", .table, nil), (true, true, 80, "", .json, nil),
    ] as [(Bool, Bool, Int, String, OutputFormat, Int?)])
  func `has room in a table on a terminal with colours and blocks`(
    isTerminal: Bool, hasColors: Bool, columns: Int, locale: String, format: OutputFormat,
    room: Int?
  ) throws {
    let style = OutputStyle(
      isTerminal: isTerminal, columns: columns, colors: hasColors ? .standard : nil,
      locale: ReaderLocale { $0 == "LC_ALL" ? locale : nil })
    _ = try rendered(format, on: style) { #expect($0.pictureRoom?.columns == room) }
  }
}
