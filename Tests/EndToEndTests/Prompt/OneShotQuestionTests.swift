import Foundation
import TestSupport
import Glibc
import Testing

/// Questions of commands on the command line, with a user at the terminal.
@Suite(.mayBlock) struct OneShotQuestionTests {
  @Test(arguments: [
    "seashell session login", "seashell -c 'session login'", "seashell session login | cat",
    "seashell session login 2>&1 > /dev/null",
  ])
  func `a single command asks its user, and hides the password`(line: String) throws {
    let user = try PromptUser(["-c", line], in: Sandbox(), program: "/bin/sh")
    try user.seeCursor(between: "user: ")
    try user.type("demi\u{7F}o\r")
    try user.seeCursor(between: "password: ")
    try user.type("xx\u{15}dex\u{7F}mo\r")
    try user.see("signed in as demo on embedded")
    #expect(try user.end() == 0)
    #expect(user.screen.lines.first == "user: demo")
    #expect(user.isSane)
    #expect(!user.screen.text.contains("password: d") && !user.screen.text.contains("x"))
  }

  @Test func `a password typed on standard input is not shown`() throws {
    let user = try PromptUser(
      ["session", "login", "--user", "demo", "--password-stdin"], in: Sandbox())
    try user.seeCursor(between: "standard input (not shown): ")
    try user.type("demo\r")
    #expect(try user.end() == 0)
    #expect(
      user.screen.text == "standard input (not shown):\nsigned in as demo on embedded")
    #expect(user.isSane)
  }

  @Test(arguments: [
    "seashell session login --user demo < /dev/null", "echo | seashell session login --user demo",
    "seashell session login --user demo 2> errors",
  ])
  func `without a terminal, a command says which options to pass`(line: String) throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(["-c", "\(line); cat errors"], in: sandbox, program: "/bin/sh")
    try user.see("not a terminal, so I can't ask for the password; pass --password-stdin")
  }

  @Test func `a single command's form asks until each answer is valid`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser(["reviews", "add", "p-2", "--comment", "Fine"], in: sandbox)
    try user.seeCursor(between: "rating (a whole number from 1 to 5): ")
    try user.type("9\r")
    try user.see("--rating takes a whole number from 1 to 5, not '9'")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): ")
    try user.type("4\r")
    try user.see("comment  Fine")
    #expect(try user.end() == 0)
  }

  @Test func `a script file asks no questions`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("add.sea", "reviews add p-2\n")
    // Wider than any path, so that the message is not wrapped.
    let user = try PromptUser(["-f", file], in: sandbox, columns: 500)
    try user.see("needs --rating N and --comment T")
    #expect(try user.end() == 2)
  }

  @Test func `a single command that destroys data asks first`() throws {
    let sandbox = try Sandbox.signedIn()
    let id = try sandbox.addReview("to be deleted")
    for (answer, status) in [("n\r", 1), ("\u{04}", 130), ("perhaps\ry\r", 0)] as [(String, Int32)]
    {
      let user = try PromptUser(["reviews", "delete", "p-1", id], in: sandbox)
      try user.seeCursor(between: "Delete the review \(id) of p-1? [y/N] ")
      try user.type(answer)
      #expect(try user.end() == status, "\(user.screen.text)")
      #expect(user.screen.text.contains("the review \(id) of p-1 was deleted") == (status == 0))
      #expect(user.screen.text.contains("nothing was changed") == (status == 1))
    }
    #expect(try sandbox.seashell("reviews", "show", "p-1", id).status == 3)
  }

  @Test(arguments: [[], ["--user", "demo"]], [SIGINT, SIGTERM, SIGHUP])
  func `a signal at a question restores the terminal`(words: [String], signal: Int32) throws {
    let user = try PromptUser(["session", "login"] + words, in: Sandbox())
    try user.seeCursor(between: words.isEmpty ? "user: " : "password: ")
    #expect(user.isSane == words.isEmpty)
    try user.type("half")
    if signal == SIGINT { try user.type("\u{03}") } else { user.send(signal) }
    #expect(try user.end() == 128 + signal)
    #expect(user.isSane)
    // The next output of the outer shell begins on a new line.
    if signal == SIGINT { #expect(user.screen.lines.last == "seashell: interrupted") }
  }

  @Test func `Ctrl-C at a question ends the whole line`() throws {
    let user = try PromptUser(
      ["--keep-going", "-c", "session login || print no; print no"], in: Sandbox())
    try user.seeCursor(between: "user: ")
    try user.type("\u{03}")
    #expect(try user.end() == 130)
    #expect(!user.screen.text.contains("\nno"))
  }
}
