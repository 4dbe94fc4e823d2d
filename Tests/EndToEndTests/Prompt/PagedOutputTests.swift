import Foundation
import TestSupport
import Glibc
import Testing

/// The pager for long output, and runs with only one terminal.
@Suite(.mayBlock) struct ScreenTests {
  /// Presses a key of the pager until it shows a text.
  private static func press(_ key: String, until text: String, by user: PromptUser) throws {
    try block(until: "'\(text)'", there: user.screen.text) {
      try user.type(key)
      return (try? user.see(text, within: Patience.pause)) != nil
    }
  }

  @Test func `output longer than the screen goes through a pager`()
    throws
  {
    let sandbox = try Sandbox()
    let user = try PromptUser.atPrompt(in: sandbox, rows: 20)
    try user.type("products list --per-page 50\r")
    // less shows the first screen and waits for a key.
    try user.see("the pager's prompt") { $0.cursorLine.before == ":" }
    #expect(!user.screen.text.contains("p-30 "))
    try user.type("q")
    try user.seePrompt()
    try user.enter("print status $?", seeing: "status 0")
    try user.enter("products list --per-page 10", seeing: "p-10")
    try user.enter("set pager off; products list --per-page 50", seeing: "p-50")
  }

  @Test func `a wide table goes through a pager that moves sideways`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), rows: 20)
    try user.enter("set records wide", seeing: "wide")
    try user.type("reviews list p-7 --per-page 3\r")
    try user.see("the pager's prompt") { $0.cursorLine.before.hasSuffix("(END)") }
    #expect(user.screen.text.contains("author") == false)
    try Self.press("\u{1B}OC", until: "author", by: user)
    try user.type("q")
    try user.seePrompt()
    try user.enter("products list --per-page 1 | select id name", seeing: "p-1  Ocean mug")
    try user.seePrompt()
  }

  @Test func `PAGER chooses the pager, and a missing one loses nothing`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(
      ["-q"], in: sandbox, rows: 10, environment: ["PAGER": "sed -e 's/^/paged: /'"])
    try user.seePrompt()
    try user.enter("products list --per-page 20", seeing: "paged: p-20")
    try user.enter("set pager 'nosuchpager -x'", seeing: "nosuchpager")
    try user.enter("products list --per-page 21", seeing: "p-21")
    #expect(user.screen.text.contains("no program on PATH is called 'nosuchpager'"))
  }

  @Test(arguments: ["products list --per-page 50", "products list --per-page 50 | less -X"])
  func `Ctrl-C in a pager, ours or the user's, ends neither the pager nor the shell`(
    line: String
  ) throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), rows: 20)
    try user.type(line + "\r")
    try user.see("the pager's prompt") { $0.cursorLine.before == ":" }
    try user.type("\u{03}")
    try user.type("\u{03}")
    // less drops its input while it handles a Ctrl-C.
    try Self.press("G", until: "p-50 ", by: user)
    try user.type("q")
    try user.seePrompt()
    try user.enter("print on", seeing: "\non")
  }

  @Test func `requests are traced above the results, and a pager is not disturbed`() throws {
    let user = try PromptUser(["-qv"], in: Sandbox(), rows: 20)
    try user.seePrompt()
    try user.type("products list --per-page 50\r")
    try user.see("the pager's prompt") { $0.cursorLine.before == ":" }
    try user.type("q")
    try user.seePrompt()
    try user.see("< 200")
  }

  @Test func `without a terminal for output, input is a script`() throws {
    let sandbox = try Sandbox()
    let file = "\(sandbox.home.path)/results"
    let user = try PromptUser(
      ["-c", "seashell > \(file)"], in: sandbox, program: "/bin/sh")
    try user.type("products list --per-page 1\rprint end\r\u{04}")
    #expect(try user.end() == 0)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == "p-1\tOcean mug\t18.5\tEUR\nend\n")
    #expect(!String(decoding: user.written, as: UTF8.self).contains("embedded>"))
  }

  @Test func `without a terminal for input, it is a script with tables`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(
      ["-c", "echo products list --per-page 1 | seashell -q"], in: sandbox, program: "/bin/sh")
    #expect(try user.end() == 0)
    #expect(
      user.screen.lines == ["id   name        price", "p-1  Ocean mug  €18.50"])
  }
}
