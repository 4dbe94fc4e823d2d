import Foundation
import Glibc
import TestSupport
import Testing

/// Very many SIGINT and SIGWINCH, which must not make anything hang.
@Suite(.mayBlock) struct StormTests {
  @Test(arguments: [
    ("an idle prompt", ""), ("a typed line", "print half"), ("a command", "sleep 60\r"),
    ("a program", "! sleep 60\r"), ("a form", "reviews add p-1\r"),
    ("a hidden question", "session login --user demo\r"), ("a search", "\u{12}pri"),
    ("completion", "products \t\t"), ("output", "! yes\r"),
    ("a list", "print a; print b; print c\r"),
    ("a pager", "products list --per-page 50\r"), ("a live view", "watch products list\r"),
  ])
  func `very many signals leave the prompt usable`(place: String, keys: String) throws {
    // Typed keys also reach the pager, which is therefore started without keys that write files.
    let user = try PromptUser.atPrompt(in: Sandbox(), environment: ["LESSSECURE": "1"])
    for number in 0..<80 {
      if number % 8 == 0 { try user.type(keys) }
      user.send(SIGINT)
      user.resize(columns: 40 + number, rows: 10 + number % 20)
      try user.listen(forMilliseconds: Int32(number % 5))
    }
    user.resize(columns: 80)
    try user.leaveAll()
    #expect(try user.leaveAfterSignals() == 3)
  }

  @Test func `Ctrl-C between two commands of a line does not end the prompt`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("set pager off\r")
    try user.seePrompt()
    try user.type("let text = \(String(repeating: "x", count: 300))\r")
    try user.seePrompt()
    // More than a terminal buffers, so that the line has not ended when Ctrl-C arrives.
    let list = Array(repeating: "print $text", count: 1000).joined(separator: "; ")
    for _ in 1...3 {
      // Pasted, so that it is one line.
      try user.type("\u{1B}[200~print begin; \(list)\u{1B}[201~\r")
      try user.see("\nbegin\n")
      user.send(SIGINT)
      try user.leaveAll()
    }
    #expect(try user.leaveAfterSignals() == 3)
  }
}
