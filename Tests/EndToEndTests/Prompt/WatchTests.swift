import FaultServer
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `watch` with and without a terminal.
@Suite(.mayBlock) struct WatchTests {
  private static func see(_ text: String, by user: PromptUser) throws {
    try user.see("'\(text)' on the live screen") { $0.isAlternate && $0.text.contains(text) }
  }

  @Test func `a watched list changes, and can be searched, resized and left`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser.atPrompt(in: sandbox, rows: 12)
    try user.type("watch reviews list p-1 --per-page 30\r")
    try Self.see("q leaves", by: user)
    #expect(user.screen.lines.first?.hasPrefix("reviews list p-1 --per-page 30 ") == true)
    #expect(user.screen.lines[1].hasPrefix("  id "))
    #expect(!user.screen.text.contains("embedded>"))

    let id = try sandbox.addReview("Chipped, but still my favourite.")
    try Self.see("+ \(id)", by: user)
    #expect(user.screen.lines[0].contains("changed"))
    #expect(user.screen.lines.last?.contains("1 new") == true)

    try user.type("/STILL my\r")
    try user.see("the match") { $0.rendition(of: "still my") == "7" }
    user.resize(columns: 46, rows: 12)
    try user.see("a narrow screen") {
      $0.lines.allSatisfy { $0.count <= 46 } && $0.text.contains("…")
    }
    #expect(user.screen.lines[1].hasPrefix("  id "))
    try user.type("q")
    try user.seePrompt()
    #expect(!user.screen.isAlternate)
    try user.enter("print status $?", seeing: "status 0")
  }

  @Test func `a watched list at a prompt has only ASCII if the reader's terminal has no more`()
    throws
  {
    let user = try PromptUser.atPrompt(in: Sandbox(), environment: ["LC_ALL": "C"])
    try user.type("watch products list --all\r")
    try Self.see("18.50 EUR", by: user)
    #expect(!user.screen.text.contains("€"))
    try user.type("q")
    try user.seePrompt()
  }

  @Test func `a watched chart is as wide as the screen, and changes`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser.atPrompt(in: sandbox, columns: 50)
    try user.type("watch reviews list p-1 --all | chart bar id rating\r")
    try Self.see("q leaves", by: user)
    try user.see("a bar of the whole width") { screen in
      screen.lines.contains { $0.hasSuffix("██") && $0.count == 50 }
    }
    #expect(String(decoding: user.written, as: UTF8.self).contains("\u{1B}[38;5;27m██"))
    let id = try sandbox.addReview("Drawn.")
    try Self.see("~ \(id)", by: user)
    try user.type("q")
    try user.seePrompt()
  }

  @Test func `the colours of a watched program are text`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("watch --every 60 ! printf '\\033[38;5;27mred'\r")
    try Self.see(#"\u{1B}[38;5;27mred"#, by: user)
    try user.type("q")
    try user.seePrompt()
  }

  @Test(arguments: ["q", "\u{03}"])
  func `q and Ctrl-C leave a watched summary, and restore the terminal`(
    key: String
  ) throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser(["watch", "reviews", "summary", "p-1"], in: sandbox)
    try Self.see("stars_5", by: user)
    #expect(!user.isSane)
    try sandbox.addReview("Good.")
    try Self.see("~ count", by: user)
    try user.type(key)
    #expect(try user.end() == 0)
    #expect(user.isSane && !user.screen.isAlternate)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
  func `a signal that ends watch restores the terminal`(signal: Int32) throws {
    for arguments in [["watch", "products", "list"], ["-q"]] {
      let user = try PromptUser(arguments, in: Sandbox())
      if arguments == ["-q"] {
        try user.seePrompt()
        try user.type("watch products list\r")
      }
      try Self.see("q leaves", by: user)
      user.send(signal)
      #expect(try user.end() == 128 + signal)
      #expect(user.isSane && !user.screen.isAlternate)
    }
  }

  @Test func `Ctrl-Z suspends watch, and fg restores the screen`() throws {
    let user = try PromptUser.atOuterShell()
    try user.type("seashell watch products list\r")
    try Self.see("q leaves", by: user)
    try user.type("\u{1A}")
    try user.see("Stopped")
    #expect(!user.screen.isAlternate)
    try user.seePrompt("outer> ")
    try user.type("fg\r")
    try Self.see("q leaves", by: user)
    try user.type("q")
    try user.seePrompt("outer> ")
    try user.type("exit\r")
    _ = try user.end()
  }

  @Test func `watch keeps its results while the server is lost`() throws {
    let first = try ServedShop()
    let sandbox = try first.client()
    let user = try PromptUser(
      ["watch", "--every", "0.5", "products", "show", "p-1"], in: sandbox, columns: 120)
    try Self.see("Ocean mug", by: user)
    first.end(with: SIGKILL)
    try Self.see("not connected since ", by: user)
    #expect(user.screen.text.contains("Ocean mug"))
    let second = try ServedShop(port: first.port)
    try user.see("the results of the second server") {
      !$0.text.contains("not connected") && $0.text.contains("Ocean mug")
    }
    try user.type("q")
    #expect(try user.end() == 0)
    second.end()
  }

  @Test func `watch says for how long no answer has come, and keeps its results`() throws {
    let answers = Mutex(0)
    let gate = FaultGate()
    let server = try FaultServer { request in
      // There is no event feed.
      guard request.target.hasSuffix("/x") else { return .status(404) }
      let number = answers.withLock {
        $0 += 1
        return $0
      }
      return number == 2
        ? .held(.json(#"[{"name":"late"}]"#), by: gate) : .json(#"[{"name":"first"}]"#)
    }
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    let user = try PromptUser(
      ["watch", "--every", "0.2", "api", "get", "x"], in: sandbox, columns: 40)
    try Self.see("first", by: user)
    try Self.see("no answer for ", by: user)
    #expect(user.screen.text.contains("first"))
    gate.open()
    try user.see("the end of the wait") { !$0.text.contains("no answer") }
    try user.type("q")
    #expect(try user.end() == 0)
  }

  @Test func `watch without a terminal writes each change as a line of JSON`() throws {
    let sandbox = try Sandbox.signedIn()
    let conversation = try Conversation.pipes(["watch", "reviews", "summary", "p-7"], in: sandbox)
    try conversation.hear(#""count":8,"#)
    let added = try sandbox.seashell(
      "reviews", "add", "p-7", "--rating", "2", "--comment", "It split.")
    #expect(added.status == 0)
    try conversation.hear(#""count":9,"#)
    conversation.send(SIGTERM)
    #expect(try conversation.end().status == 0)
  }

  @Test func `Ctrl-C ends watch without a terminal with status 130`() throws {
    let conversation = try Conversation.pipes(
      ["-c", "watch products show p-1; print on"], in: Sandbox())
    try conversation.hear("Ocean mug")
    conversation.interrupt()
    let end = try conversation.end()
    #expect(end.status == 130)
    #expect(!end.rest.contains("\non\n"))
  }
}
