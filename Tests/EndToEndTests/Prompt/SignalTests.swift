import Foundation
import TestSupport
import Glibc
import Testing

/// Signals, and the state in which they leave the terminal.
@Suite(.mayBlock) struct SignalTests {
  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal ends the shell with the terminal and history intact`(
    signal: Int32
  ) throws {
    for command in ["print x", "print begun; sleep 60"] {
      let sandbox = try Sandbox()
      let user = try PromptUser.atPrompt(in: sandbox)
      if command.hasSuffix("sleep 60") {
        try user.type(command + "\r")
        try user.see("\nbegun")
      } else {
        try user.enter(command, seeing: "\nx")
        try user.type("half")
        try user.seeCursor(between: "embedded> half")
        #expect(!user.isSane)
      }
      user.send(signal)
      #expect(try user.end() == 128 + signal)
      #expect(user.isSane)
      #expect(
        try String(contentsOfFile: "\(sandbox.home.path)/state/seashell/history", encoding: .utf8)
          == command + "\\@embedded\n")
    }
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL])
  func `a crash restores the terminal`(signal: Int32) throws {
    // At a terminal, the backtrace of Swift's own tools fills the screen and waits for a key.
    let user = try PromptUser.atPrompt(
      in: Sandbox(), environment: ["SWIFT_BACKTRACE": "enable=no"])
    try user.type("half")
    try user.seeCursor(between: "embedded> half")
    let before = user.written.count
    user.send(signal)
    #expect(try user.end() == 128 + signal)
    #expect(user.isSane)
    // The line of the stack that follows may have any length.
    let rest = String(decoding: user.written[before...], as: UTF8.self)
    #expect(rest.contains("\u{1B}[?2004l"), "\(rest)")
    #expect(rest.contains("stack of seashell, build "), "\(rest)")
  }

  @Test func `Ctrl-Z suspends the prompt, and fg restores the line`() throws {
    let user = try PromptUser.atOuterShell()
    try user.type("seashell -q\r")
    try user.seePrompt()
    try user.type("print half typed\u{1B}b")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    try user.type("\u{1A}")
    try user.see("Stopped")
    try user.seePrompt("outer> ")
    try user.type("echo outside\r")
    try user.see("\noutside")
    try user.seePrompt("outer> ")
    try user.type("fg\r")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    try user.type("whole \r")
    try user.see("\nhalf whole typed\n")
    try user.seePrompt()
    try user.begin("sleep 60")
    try user.type("\u{1A}")
    try user.see("a second stop") { $0.text.components(separatedBy: "Stopped").count == 3 }
    try user.seePrompt("outer> ")
    try user.type("fg\r")
    try user.see("fg's own line") { $0.lines.last == "seashell -q" }
    // Bash writes that line before it passes on the terminal.
    try user.seeJobInForeground()
    try user.type("\u{03}")
    try user.seePrompt()
    try user.type("\u{04}")
    try user.seePrompt("outer> ")
    try user.type("exit\r")
    _ = try user.end()
  }

  @Test(arguments: ["products list --per-page 50", "products list --per-page 50 | less -X"])
  func `a signal ends a pager with the shell, and restores the terminal`(line: String) throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), rows: 20)
    try user.type(line + "\r")
    try user.see("the pager's prompt") { $0.cursorLine.before == ":" }
    user.send(SIGTERM)
    #expect(try user.end() == 128 + SIGTERM)
    #expect(user.isSane)
  }

  @Test(arguments: ["products list --per-page 50", "print x | KILLED"])
  func `after a killed program, typed keys are shown`(line: String) throws {
    let sandbox = try Sandbox()
    // Sets the terminal like a pager.
    let program = try sandbox.file(
      "killed", "#!/bin/sh\nstty -icanon -echo < /dev/tty\nkill -KILL $$\n")
    chmod(program, 0o700)
    let user = try PromptUser.atPrompt(in: sandbox, rows: 20)
    try user.type("set pager '\(program)'\r")
    try user.seePrompt()
    let row = user.screen.cursorRow
    try user.type(line.replacing("KILLED", with: program) + "\r")
    try user.see("the next prompt") {
      $0.cursorRow > row && $0.cursorLine == ("embedded> ", "")
    }
    try user.type("print seen")
    try user.seeCursor(between: "embedded> print seen")
    try user.type("\u{15}\u{04}")
    _ = try user.end()
    #expect(user.isSane)
  }

  @Test(arguments: [
    ["seashell session login --user demo"], ["seashell", "session login --user demo"],
  ])
  func `a suspended password question starts again`(lines: [String]) throws {
    let user = try PromptUser.atOuterShell()
    for line in lines {
      try user.type(line + "\r")
      if line != lines.last { try user.seePrompt() }
    }
    try user.seeCursor(between: "password: ")
    try user.type("de\u{1A}")
    try user.see("Stopped")
    try user.seePrompt("outer> ")
    let row = user.screen.cursorRow
    try user.type("fg\r")
    try user.see("the question again") {
      $0.cursorRow > row && $0.cursorLine.before == "password: "
    }
    try user.type("demo\r")
    try user.see("signed in as demo on embedded")
  }

  @Test func `closing the terminal ends the shell`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("print half")
    try user.seeCursor(between: "embedded> print half")
    user.hangUp()
    #expect([0, 128 + SIGHUP].contains(Program.wait(for: user.process)))
    user.forget()
  }
}
