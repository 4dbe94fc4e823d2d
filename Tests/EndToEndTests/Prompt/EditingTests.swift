import Foundation
import TestSupport
import Glibc
import Testing

/// Editing the line, as with readline.
@Suite(.mayBlock) struct EditingTests {
  @Test func `wide characters are edited as a whole`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("print 日本☕")
    try user.seeCursor(between: "embedded> print 日本☕")
    try user.type("\u{7F}")
    try user.seeCursor(between: "embedded> print 日本")
    try user.type("\u{1B}[D")
    try user.seeCursor(between: "embedded> print 日", and: "本")
    try user.type("é")
    try user.seeCursor(between: "embedded> print 日é", and: "本")
    try user.type("\u{01}")
    try user.seeCursor(between: "embedded> ", and: "print 日é本")
    try user.type("\u{05}☕\r")
    try user.see("\n日é本☕\n")
  }

  @Test func `a wrapped line can be edited, and is redrawn after a resize`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), columns: 100)
    let long = "print " + (1...12).map { "word\($0)" }.joined(separator: " ")
    try user.type(long)
    try user.see("the line, wrapped") { $0.text.contains("word12") }
    try user.type("\u{01}\u{1B}f")
    try user.see("the cursor behind print") { $0.cursorLine.before == "embedded> print" }
    for columns in [40, 100] {
      user.resize(columns: columns)
      // The terminal reports the resize. Another key makes sure that the whole line is drawn.
      try user.type("\u{05}!")
      try user.see("the end") { $0.cursorLine.before.hasSuffix("!") }
      try user.type("\u{7F}")
      try user.see("the end") { $0.cursorLine.before.hasSuffix("word12") }
    }
    try user.type("\r")
    try user.see(long.dropFirst(6) + "\nembedded>")
  }

  @Test func `ten pasted lines run as ten lines, pasted in any way`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    let lines = (1...10).map { "print pasted \($0)" }.joined(separator: "\n")
    try user.type("\u{1B}[200~\(lines)\u{1B}[201~")
    try user.see("the last line, not run yet") { $0.cursorLine.before.hasSuffix("print pasted 10") }
    #expect(!user.screen.lines.contains("pasted 1"))
    try user.type("\r")
    try user.see("\npasted 10\n")
    #expect(
      user.screen.lines.filter { $0.hasPrefix("pasted") } == (1...10).map { "pasted \($0)" })
    try user.seePrompt()
    try user.type(lines.replacing("pasted", with: "typed").replacing("\n", with: "\r") + "\r")
    try user.see("\ntyped 10\n")
    try user.seePrompt()
  }

  @Test func `a pasted quote that spans lines is one word`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("\u{1B}[200~print 'a\n  b'\nprint c\u{1B}[201~\r")
    try user.see("\na\n  b\nc\n")
  }

  @Test func `text typed while a command runs appears when it has ended`() throws {
    let sandbox = try Sandbox()
    let fifo = "\(sandbox.home.path)/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let user = try PromptUser.atPrompt(in: sandbox)
    // It blocks until the pipe has a reader.
    try user.begin("print x > \(fifo)")
    try user.type("print ahead\rprint half")
    try user.see("print half")
    let reader = open(fifo, O_RDONLY | O_CLOEXEC)
    defer { close(reader) }
    try user.see("\nahead\n")
    try user.seeCursor(between: "embedded> print half")
  }

  @Test func `undo, kill and yank work at the prompt`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("print one two\u{17}")
    try user.seeCursor(between: "embedded> print one ")
    try user.type("\u{19}\u{19}")
    try user.seeCursor(between: "embedded> print one twotwo")
    try user.type("\u{1F}")
    try user.seeCursor(between: "embedded> print one two")
  }

  @Test func `inputrc is read, with sections for seashell and vi mode`() throws {
    let sandbox = try Sandbox()
    try sandbox.file(
      ".inputrc",
      """
      $if seashell
      set editing-mode vi
      "\\C-g": "print from inputrc"
      $endif
      $if psql
      "\\C-g": "wrong"
      $endif

      """)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("\u{07}")
    try user.seeCursor(between: "embedded> print from inputrc")
    try user.type("\u{1B}")
    try user.seeCursor(between: "embedded> print from inputr", and: "c")
    try user.type("0dw")
    try user.seeCursor(between: "embedded> ", and: "from inputrc")
    try user.type("iprint \r")
    try user.see("\nfrom inputrc\n")
  }

  @Test(arguments: [["TERM": "dumb"], ["NO_COLOR": "1"], ["TERM": "xterm"]])
  func `the prompt has colours only if they are wanted`(environment: [String: String]) throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), environment: environment)
    try user.enter("products list --per-page 1", seeing: "Ocean mug")
    try user.enter("nosuch", seeing: "is not a command")
    let hasColors = environment == ["TERM": "xterm"]
    #expect(user.screen.rendition(of: "embedded>") == (hasColors ? "1" : ""))
    let written = String(decoding: user.written, as: UTF8.self)
    #expect(written.contains("\u{1B}[1m") == hasColors)
    if environment["TERM"] == "dumb" { #expect(!written.contains("\u{1B}")) }
  }
}
