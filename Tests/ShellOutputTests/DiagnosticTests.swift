@testable import ShellOutput
import CoreJSON
import FoundationEssentials
import Testing

@Suite struct `A diagnostic` {
  private func error(
    _ range: Range<Int>?, _ message: String = "it is wrong", hint: String? = nil
  ) -> ShellError {
    var error = ShellError(.usage, message, hint: hint)
    error.range = range
    return error
  }

  @Test
  func `a diagnostic on a terminal is wrapped at blanks, and in a word only if it is too long`() {
    let style = OutputStyle(isTerminal: true, columns: 20, colors: .standard)
    let wrong = error(
      nil, "'prodcts' is not a command\u{7}", hint: "see abcdefghijklmnopqrstuvwxyz")
    #expect(
      Diagnostic(wrong, file: "x.sea", line: 3).text(style) == """
        x.sea:3: \u{1B}[31m'prodcts'\u{1B}[0m
        \u{1B}[31mis not a\u{1B}[0m
        \u{1B}[31mcommand\\u{7}; see\u{1B}[0m
        \u{1B}[31mabcdefghijklmnopqrst\u{1B}[0m
        \u{1B}[31muvwxyz\u{1B}[0m
        """)
    #expect(Diagnostic(wrong).text(.plain).split(separator: "\n").count == 1)
  }

  @Test func `a diagnostic shows the position, the hint, the line and a caret`() {
    let wrong = error(
      0..<7, "'prodcts' is not a command", hint: "did you mean 'products'?")
    #expect(
      Diagnostic(wrong, file: "deploy.sea", line: 3, source: "prodcts list").text(.plain) == """
        deploy.sea:3: 'prodcts' is not a command; did you mean 'products'?
          prodcts list
          ^^^^^^^
        """)
  }

  @Test(arguments: [
    (Diagnostic(ShellError(.failed, "no")), "no"),
    (Diagnostic(ShellError(.failed, "no"), file: "seashell"), "seashell: no"),
    (Diagnostic(ShellError(.failed, "no"), line: 4), "line 4: no"),
    (Diagnostic(ShellError(.failed, "no"), file: "a.sea", line: 4, source: ""), "a.sea:4: no"),
    (Diagnostic(ShellError(.failed, "two\nlines")), "two lines"),
  ])
  func `a diagnostic omits unknown parts`(_ diagnostic: Diagnostic, _ text: String) {
    #expect(diagnostic.text(.plain) == text)
  }

  @Test(arguments: [
    ("say 世界 now", 11..<14, "  say 世界 now\n           ^^^"),
    ("say 世界 now", 4..<10, "  say 世界 now\n      ^^^^"),
    ("\tsay\there", 5..<9, "   say here\n       ^^^^"),
    ("end", 3..<3, "  end\n     ^"),
    ("end", 9..<12, "  end\n     ^"),
    ("say 'open\nand on", 4..<16, "  say 'open\n      ^^^^^"),
  ])
  func `a diagnostic puts the caret under the error, by terminal cells`(
    _ source: String, _ range: Range<Int>, _ drawing: String
  ) {
    #expect(
      Diagnostic(error(range), source: source).text(.plain) == "it is wrong\n" + drawing)
  }

  @Test func `a diagnostic marks the whole command if the error has no range`() {
    #expect(
      Diagnostic(error(nil), source: "  reviews list p-99  \n").text(.plain) == """
        it is wrong
            reviews list p-99
            ^^^^^^^^^^^^^^^^^
        """)
  }

  @Test func `a diagnostic shows the physical line where the error begins`() {
    let diagnostic = Diagnostic(
      error(10..<15), file: "a.sea", line: 7, source: "print \\\n  wrong\n  right")
    #expect(
      diagnostic.text(.plain) == """
        a.sea:8: it is wrong
            wrong
            ^^^^^
        """)
    #expect(diagnostic.json(.plain).hasSuffix(#""file":"a.sea","line":8}}"#))
  }

  @Test(arguments: [100, 60, 40, 20, 12])
  func `a diagnostic shows the part of a long line around the error`(_ columns: Int) {
    let source =
      String(repeating: "x", count: 5000) + " wrong " + String(repeating: "世", count: 5000)
    for start in [0, 3, 2500, 5001, 5010, 20007] {
      let text = Diagnostic(error(start..<(start + 5)), source: source).text(terminal(columns))
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.count == 3)
      for line in lines[1...] { #expect(TerminalText.width(of: line) <= columns) }
      #expect(lines[1].contains("…"))
    }
    let lines = Diagnostic(error(5001..<5006), source: source).text(terminal(columns))
      .split(separator: "\n")
    let caret = lines[2].prefix { $0 == " " }.count
    #expect(lines[1].dropFirst(caret).hasPrefix(columns > 12 ? "wrong" : "w"))
  }

  @Test func `a diagnostic on a very narrow terminal is only the message`() {
    #expect(Diagnostic(error(0..<1), source: "abc").text(terminal(8)) == "it is\nwrong")
  }

  @Test func `a diagnostic is always escaped, since a log is shown on a terminal later`() {
    let diagnostic = Diagnostic(
      error(4..<6, "bad \u{1B}"), file: "\u{9B}.sea", line: 1, source: "a \u{1B} bb")
    for style in [terminal(80), .plain] {
      #expect(
        diagnostic.text(style) == """
          \\u{9B}.sea:1: bad \\u{1B}
            a \\u{1B} bb
                     ^^
          """)
    }
    let json = Diagnostic(ShellError(.failed, "bad \u{1B}\u{202E}\n")).json(.plain)
    #expect(json.contains(#"bad \u001b\u202e\n"#))
  }

  @Test func `a diagnostic is red only if there are colours`() {
    #expect(
      Diagnostic(error(0..<3), file: "a", line: 1, source: "abc").text(terminal(80, colors: true))
        == "a:1: \u{1B}[31mit is wrong\u{1B}[0m\n  abc\n\u{1B}[31m  ^^^\u{1B}[0m")
  }

  @Test func `a diagnostic for programs is a JSON object`() {
    #expect(
      Diagnostic(ShellError(.notFound, "no product \"p-99\""), line: 4).json(.plain)
        == #"{"error":{"status":3,"code":"not_found","message":"no product \"p-99\"","line":4}}"#)
    #expect(
      Diagnostic(
        ShellError(.failed, "it ended", hint: "try again", status: ExitStatus(rawValue: 77)),
        file: "a.sea", line: 1
      ).json(.plain)
        == #"{"error":{"status":77,"code":"failed","message":"it ended","#
        + #""hint":"try again","file":"a.sea","line":1}}"#)
  }

  @Test func `a JSON diagnostic is indented on a terminal`() {
    #expect(
      Diagnostic(ShellError(.notFound, "no product \u{9B}"), line: 4).json(terminal(80)) == #"""
        {
          "error": {
            "status": 3,
            "code": "not_found",
            "message": "no product \u009b",
            "line": 4
          }
        }
        """#)
  }

  @Test func `a JSON diagnostic has all the server's problems`() {
    let problems: [JSONValue] = [["code": "out_of_stock", "detail": "No mug."], ["field": "a"]]
    #expect(
      Diagnostic(ShellError(.invalid, "no", problems: problems)).json(.plain)
        == #"{"error":{"status":6,"code":"invalid","message":"no","#
        + #""problems":[{"code":"out_of_stock","detail":"No mug."},{"field":"a"}]}}"#)
  }

  @Test func `a diagnostic has a maximum length`() {
    let diagnostic = Diagnostic(
      ShellError(
        .failed, String(repeating: "é", count: 5000), hint: String(repeating: "h", count: 5000)))
    #expect(
      diagnostic.text(.plain)
        == String(repeating: "é", count: 1000) + "…; " + String(repeating: "h", count: 1000) + "…")
    #expect(diagnostic.json(.plain).utf8.count < 4000)
  }
}
