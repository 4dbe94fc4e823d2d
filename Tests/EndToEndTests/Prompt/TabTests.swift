import Foundation
import TestSupport
import Testing

/// Completion with Tab at the prompt.
@Suite(.mayBlock) struct TabTests {
  @Test func `Tab inserts one candidate, and lists several with descriptions`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("prod\t")
    try user.seeCursor(between: "embedded> products ")
    try user.type("re\t")
    try user.see("related  List the products related to a product")
    try user.see("refresh  Repeat the last list")
    try user.seeCursor(between: "embedded> products re")
    try user.type("l\t")
    try user.seeCursor(between: "embedded> products related ")
  }

  @Test func `Tab at the beginning of a line lists every command once`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), rows: 60)
    try user.type("\t")
    try user.see("after")
    // The last of them.
    try user.type("\u{1B}[A")
    try user.see("version        Print the shell's version")
    try user.type("\u{7}")
    try user.seePrompt()
    try user.type("products list --so\t\u{01}\t")
    try user.seeCursor(between: "embedded> ", and: "products list --sort")
  }

  @Test func `Tab completes options, their values, formats and files`() throws {
    let sandbox = try Sandbox()
    try sandbox.file("two words.sea", "print sourced\n")
    let user = try PromptUser.atPrompt(in: sandbox)
    for (typed, whole) in [
      ("products list --so\t", "products list --sort "),
      ("products list --sort -pr\t", "products list --sort -price "),
      ("products list -o js\t", "products list -o json"),
      ("env use em\t", "env use embedded "),
      ("source two\t", "source two\\ words.sea "),
      ("print $HOM\t", "print $HOME "),
      ("set out\t", "set output "),
      ("help rev\t", "help reviews "),
      ("products list | where pr\t", "products list | where price "),
      ("products list --all | sort-b\t-pri\t", "products list --all | sort-by -price "),
      ("modules list | select na\tst\t", "modules list | select name state "),
    ] {
      try user.type(typed)
      try user.seeCursor(between: "embedded> " + whole)
      try user.type("\u{03}")
      try user.seePrompt()
    }
  }

  @Test func `one Tab lists and completes products that were not listed`() throws {
    for typed in ["products show ", "reviews list "] {
      let user = try PromptUser.atPrompt(in: Sandbox(), rows: 60)
      try user.type(typed + "\t")
      try user.see("p-3   Enamel camping mug")
      try user.seeCursor(between: "embedded> \(typed)p-")
    }
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("products show enam\t")
    try user.seeCursor(between: "embedded> products show p-3 ")
    try user.type("\r")
    try user.see("Enamel camping mug")
    try user.seePrompt()
    try user.type("reviews list p-1\t")
    try user.see("p-10")
    try user.see("Ocean mug")
  }

  @Test func `a hostile candidate cannot control the terminal`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.seashell("products", "list").status == 0)
    let script = """
      import sqlite3, sys
      shop = sqlite3.connect(sys.argv[1])
      with shop:
        for number in (7, 8):
          shop.execute("UPDATE products SET name = ? WHERE number = ?",
            ("evil\\x1b]0;owned\\x07\\x9b31m\\u202e\\r\\nname", number))
      """
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", script, "\(sandbox.home.path)/data/seashell/shop.db"],
      environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 0, "\(result.errors)")
    let user = try PromptUser.atPrompt(in: sandbox, columns: 120)
    try user.enter("products list --per-page 30 > /dev/null", seeing: "null\nembedded")
    try user.type("products show p-\t")
    try user.see("evil")
    try user.seeCursor(between: "embedded> products show p-")
    let written = String(decoding: user.written, as: UTF8.self)
    #expect(!written.contains("\u{1B}]0"))
    #expect(!written.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
  }
}
