import Foundation
import TestSupport
import Glibc
import Testing

/// The history of typed lines.
@Suite(.mayBlock) struct HistoryTests {
  static let up = "\u{1B}[A"

  @Test func `two prompts at once share one history, which only the user can read`() throws {
    let sandbox = try Sandbox()
    let first = try PromptUser(["-q"], in: sandbox)
    let second = try PromptUser(["-q"], in: sandbox)
    try first.seePrompt()
    try second.seePrompt()
    try first.enter("print from the first", seeing: "\nfrom the first")
    try second.enter("print from the second", seeing: "\nfrom the second")
    try second.type(Self.up)
    try second.seeCursor(between: "embedded> print from the second")
    try second.type(Self.up)
    try second.seeCursor(between: "embedded> print from the first")
    try first.enter("print again", seeing: "\nagain")
    try first.type(Self.up + Self.up)
    try first.see("the other's line") { $0.cursorLine.before.hasSuffix("print from the second") }
    var status = stat()
    #expect(stat("\(sandbox.home.path)/state/seashell/history", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try first.type("\u{03}")
    try first.seePrompt()
    try first.enter("history search 'from the'", seeing: "number")
    #expect(first.screen.text.contains("print from the second"))
  }

  @Test func `a killed shell loses nothing of the history`() throws {
    let sandbox = try Sandbox()
    do {
      let user = try PromptUser.atPrompt(in: sandbox)
      try user.enter("print kept", seeing: "\nkept")
      user.send(SIGKILL)
      #expect(try user.end() == 128 + SIGKILL)
    }
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type(Self.up)
    try user.seeCursor(between: "embedded> print kept")
  }

  @Test func `Ctrl-R searches the history`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.enter("print a needle in hay", seeing: "\na needle")
    try user.enter("print hay", seeing: "\nhay")
    try user.type("\u{12}need")
    try user.see("(reverse-i-search)`need': print a needle in hay")
    try user.type("\r")
    try user.see("the line run again") { $0.lines.filter { $0 == "a needle in hay" }.count == 2 }
    try user.seePrompt()
    try user.type("\u{12}hay")
    try user.see("(reverse-i-search)`hay': print a needle in hay")
    try user.type("\u{03}")
    try user.seePrompt()
  }

  @Test func `secrets and lines beginning with a blank are not in the history`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    try user.enter(" print unseen", seeing: "\nunseen")
    try user.type("session login\r")
    try user.see("user")
    try user.type("demo\r")
    try user.see("password")
    try user.type("demo\r")
    try user.see("signed in as demo on embedded")
    try user.seePrompt()
    for line in [
      "session login --user demo --password s3cret", "session login demo s3cret",
      "api post products --json s3cret --bogus", "api get x --header 'A: s3cret' y",
    ] {
      let row = user.screen.cursorRow
      try user.enter(line, seeing: "…")
      // It is shown where it was typed, and nowhere else.
      #expect(user.screen.text(from: row).components(separatedBy: "s3cret").count == 2, "\(line)")
    }
    try user.enter("history off", seeing: "history off\nembedded")
    try user.enter("print off", seeing: "\noff")
    let history = try String(
      contentsOfFile: "\(sandbox.home.path)/state/seashell/history", encoding: .utf8)
    #expect(history == "session login\\@embedded\nhistory off\\@embedded\n")
    try user.type("history clear\r")
    try user.see("Clear the history of all sessions? [y/N]")
    try user.type("y\r")
    try user.seePrompt()
    #expect(
      try String(contentsOfFile: "\(sandbox.home.path)/state/seashell/history", encoding: .utf8)
        == "")
  }

  @Test func `a history that is not a file is reported, and kept in memory`() throws {
    let sandbox = try Sandbox()
    let folder = "\(sandbox.home.path)/state/seashell"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(mkfifo("\(folder)/history", 0o600) == 0)
    let user = try PromptUser(in: sandbox, columns: 200)
    try user.seePrompt()
    try user.see("it is not a regular file")
    try user.enter("print kept", seeing: "\nkept")
    try user.type(Self.up)
    try user.seeCursor(between: "embedded> print kept")
  }

  @Test func `a damaged history is read as far as possible`() throws {
    let sandbox = try Sandbox()
    let folder = "\(sandbox.home.path)/state/seashell"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var bytes = Array("print good\n".utf8) + [0xFF, 0xFE, 0x0A, 0x00, 0x0A]
    bytes += Array("print better".utf8)
    #expect(FileManager.default.createFile(atPath: "\(folder)/history", contents: Data(bytes)))
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.enter("print best", seeing: "\nbest")
    try user.type(Self.up + Self.up)
    try user.seeCursor(between: "embedded> print better")
    try user.type(Self.up)
    try user.seeCursor(between: "embedded> print good")
  }
}
