import Foundation
import TestSupport
import Testing

/// The first things that a user sees: the welcome, commands, failures, and ways to leave.
@Suite(.mayBlock) struct PromptTests {
  @Test func `a filter that leaves no records says so at a terminal`() throws {
    let user = try PromptUser(in: Sandbox(), rows: 40)
    try user.seePrompt()
    try user.enter("products list | where price > 99999", seeing: "no records")
    for line in [
      "products list | where price > 99999 | to csv > none.csv",
      "products list | where price > 99999 | count",
      "let none = products list | where price > 99999",
      "products list --query zzz | where price > 1",
      "products list | where price > 1 | first 1 | get id",
      "products list | where price > 99999 | chart histogram price --svg",
    ] {
      try user.enter(line, seeing: "embedded>")
    }
    #expect(user.screen.lines.count { $0 == "no records" } == 1)
    try user.enter("products list | where price > 99999 | sort-by name", seeing: "no records")
    try user.enter(
      "products list | where price > 99999 | chart histogram price", seeing: "no records to draw")
    #expect(user.screen.lines.count { $0 == "no records" } == 2)
  }

  @Test func `a prompt welcomes in three lines, runs commands and is left with Ctrl-D`() throws {
    let user = try PromptUser(in: Sandbox())
    try user.seePrompt()
    #expect(
      user.screen.lines == [
        "seashell 0.1.0, on embedded",
        "help lists the commands, Tab completes, Ctrl-D leaves",
        "Try: products list mug", "embedded>",
      ])
    try user.enter("products list --query mug --per-page 2", seeing: "Tall slate mug")
    #expect(user.screen.text.contains("id   name             price\n"))
    try user.see("2 of 8; 'products more' shows the next")
    try user.type("\u{04}")
    #expect(try user.end() == 0)
    #expect(user.isSane)
  }

  @Test func `a disabled module is not suggested, and without modules nothing is`() throws {
    let names = [
      "products", "reviews", "session", "env", "api", "serve", "queue", "chart", "doctor", "mcp",
    ]
    let cases = [(["products"], "Try: reviews list p-1"), (names, nil)]
    for (disabled, suggestion) in cases {
      let sandbox = try Sandbox()
      let section = disabled.map { "\($0): false" }.joined(separator: ", ")
      try sandbox.configure("{ modules: { \(section) } }")
      let user = try PromptUser(in: sandbox)
      try user.seePrompt()
      #expect(user.screen.lines.first { $0.hasPrefix("Try: ") } == suggestion)
    }
  }

  @Test func `a failure at a prompt has a hint, and does not end the shell`()
    throws
  {
    let user = try PromptUser.atPrompt(in: Sandbox())
    #expect(user.screen.lines == ["embedded>"])
    try user.enter("prodcts list", seeing: "did you mean 'products'?")
    #expect(
      user.screen.lines.suffix(4).dropLast() == [
        "'prodcts' is not a command; did you mean 'products'?", "  prodcts list", "  ^^^^^^^",
      ])
    try user.enter("print status $?", seeing: "status 2")
    try user.enter("products show p-999", seeing: "no product has the id 'p-999'")
    #expect(!user.screen.text.contains("^^^^^^^^^^^"), "a whole line is not marked")
    try user.type("exit\r")
    #expect(try user.end() == 3)
  }

  @Test func `an unclosed quote is continued, and Ctrl-D ends it`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("print 'one\r")
    try user.seePrompt("       '> ")
    try user.enter("two'", seeing: "one\ntwo")
    try user.type("print \\\r")
    try user.seePrompt("       -> ")
    try user.type("\u{04}")
    try user.see("'\\' continues the line, but no line follows")
    try user.seePrompt()
    try user.type("\u{04}")
    #expect(try user.end() == 2)
  }

  @Test func `Ctrl-C clears the line, and the status is 130`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("print unwanted")
    try user.seeCursor(between: "embedded> print unwanted")
    try user.type("\u{03}")
    try user.see("print unwanted^C")
    try user.seePrompt()
    try user.enter("print status $?", seeing: "status 130")
    try user.type("print 'open\r")
    try user.seePrompt("       '> ")
    try user.type("\u{03}")
    try user.seePrompt()
    try user.enter("print whole", seeing: "\nwhole")
  }

  @Test func `Ctrl-C ends a command and the rest of its line`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    for line in [
      "sleep 60", "sleep 60; print no", "time sleep 60", "sleep 60 | cat", "print a | sleep 60",
    ] {
      try user.begin(line)
      try user.interrupt()
      try user.enter("print status $?", seeing: "status 130")
    }
    #expect(!user.screen.lines.contains("no"))
  }

  @Test func `Ctrl-C ends a long sourced script`() throws {
    let sandbox = try Sandbox()
    try sandbox.file("long.sea", "print begun\nsleep 60\nprint no\n")
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("source long.sea; print no\r")
    try user.see("\nbegun")
    try user.interrupt()
    #expect(!user.screen.lines.contains("no"))
  }

  @Test func `clear begins a new screen, and quit leaves`() throws {
    let user = try PromptUser(in: try Sandbox())
    try user.seePrompt()
    try user.enter("print a", seeing: "\na")
    let row = user.screen.cursorRow
    try user.type("clear\r")
    try user.see("a prompt") { $0.cursorRow > row + 1 && $0.cursorLine == ("embedded> ", "") }
    #expect(String(decoding: user.written, as: UTF8.self).contains("\u{1B}[H\u{1B}[2J"))
    try user.type("quit\r")
    #expect(try user.end() == 0)
  }

  @Test func `rc.sea defines aliases, and --no-config ignores it`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      atPath: "\(sandbox.home.path)/config/seashell", withIntermediateDirectories: true)
    try sandbox.file("config/seashell/rc.sea", "alias mugs = 'products list --query mug'\nnosuch\n")
    let user = try PromptUser(["-q"], in: sandbox, columns: 200)
    try user.see("rc.sea:2: 'nosuch' is not a command")
    try user.seePrompt()
    try user.enter("mugs --per-page 1", seeing: "Ocean mug")
    let other = try PromptUser(["-q", "--no-config"], in: sandbox)
    try other.seePrompt()
    try other.enter("mugs", seeing: "'mugs' is not a command")
    #expect(!other.screen.text.contains("rc.sea"))
  }

  @Test func `events watch shows events until Ctrl-C`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.enter("products list --per-page 1", seeing: "Ocean mug")
    try user.begin("events watch")
    // The watch of the shop's file reports changes after its first poll.
    try block(until: "an event", there: user.screen.text) {
      try sandbox.review("p-1", "watched")
      return (try? user.see("api.data.inserted", within: Patience.pause)) != nil
    }
    try user.interrupt()
    try user.enter("print status $?", seeing: "status 130")
  }
}

extension Sandbox {
  /// Posts a review from another process.
  func review(_ product: String, _ comment: String) throws {
    let result = try seashell(
      "reviews", "add", product, "--rating", "4", "--comment", comment)
    guard result.status == 0 else { throw Failure(text: result.errors) }
  }
}
