import Foundation
import TestSupport
import Testing

/// Questions: forms, hidden input, yes or no.
@Suite(.mayBlock) struct QuestionTests {
  @Test func `a form at a prompt asks until each answer is valid`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("reviews add\r")
    try user.seeCursor(between: "product: ")
    try user.type("p-2\r")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): ")
    try user.type("9\r")
    try user.see("--rating takes a whole number from 1 to 5, not '9'")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): ")
    try user.type("4\r")
    try user.seeCursor(
      between: "comment (1 to 2000 characters; Ctrl-X Ctrl-E opens an editor): ")
    try user.type("日本 'fine'\r")
    try user.see("comment  日本 'fine'")
    try user.seePrompt()
    #expect(
      try sandbox.seashell("reviews", "list", "p-2", "--per-page", "1").output
        .hasSuffix("\t4\t日本 'fine'\tdemo\n"))
    // A command that fails after its questions keeps the answers in its line.
    try user.type(HistoryTests.up)
    try user.see("the whole line") {
      $0.text.hasSuffix(#"embedded> reviews add --rating=4 --comment='日本 '\''fine'\''' p-2"#)
    }
  }

  @Test func `an editor writes a long answer, and handles Ctrl-C itself`() throws {
    let sandbox = try Sandbox.signedIn()
    let editor = try sandbox.file(
      "editor",
      #"""
      trap 'echo caught' INT
      echo "editing $(stat -c %a "$1") $(cat "$1")"
      while ! read -r line; do :; done
      printf '%s\n\nand more\n' "$line" > "$1"
      """#)
    let user = try PromptUser.atPrompt(
      in: sandbox, environment: ["EDITOR": "sh \(editor)", "TMPDIR": sandbox.home.path])
    try user.type("reviews add p-2 --rating 4\r")
    try user.seeCursor(
      between: "comment (1 to 2000 characters; Ctrl-X Ctrl-E opens an editor): ")
    try user.type("so far\u{18}\u{5}")
    try user.see("editing 600 so far")
    try user.type("\u{03}")
    try user.see("caught")
    try user.type("Just right\r")
    try user.see("comment  Just right")
    try user.seePrompt()
    #expect(
      try sandbox.seashell("reviews", "list", "p-2", "--per-page", "1").output
        .hasSuffix("\t4\tJust right\\n\\nand more\tdemo\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path)
    #expect(!left.contains { $0.hasSuffix(".txt") }, "\(left)")
  }

  @Test func `a statement is written in an editor, as in bash`() throws {
    let sandbox = try Sandbox()
    let editor = try sandbox.file(
      "editor", #"printf 'print one\nprint two; %s\n' "$(cat "$1")" > "$1""#)
    let user = try PromptUser.atPrompt(
      in: sandbox, environment: ["VISUAL": "sh \(editor)", "TMPDIR": sandbox.home.path])
    try user.type("print three\u{18}\u{5}")
    try user.see("all three results") { $0.text.contains("\none\ntwo\nthree\n") }
    try user.seePrompt()
    try user.enter("history", seeing: "print two; print three")
  }

  @Test func `a signed-out user learns so before a form asks`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("reviews add p-1\r")
    try user.seeCursor(between: "sign in to embedded now? [y/N] ")
    try user.type("n\r")
    try user.see("posting a review needs a session; sign in with 'session login'")
    // A user who has declined is not asked again.
    try user.enter("reviews delete p-1 r-1", seeing: "deleting a review needs a session")
    #expect(!user.screen.text.contains("rating (") && !user.screen.text.contains("Delete"))
  }

  @Test func `a signed-out user can sign in before a form asks`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("reviews add p-1 --comment Sturdy.\r")
    try user.seeCursor(between: "sign in to embedded now? [y/N] ")
    try user.type("y\r")
    try user.seeCursor(between: "user: ")
    try user.type("demo\r")
    try user.seeCursor(between: "password: ")
    try user.type("demo\r")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): ")
    try user.type("5\r")
    try user.see("Sturdy.")
    try user.seePrompt()
  }

  @Test func `reviews add with a product only asks for the rest`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("reviews delete p-1\r")
    try user.seeCursor(between: "review: ")
    try user.type("r-1\r")
    try user.seeCursor(between: "Delete the review r-1 of p-1? [y/N] ")
    try user.type("n\r")
    try user.see("nothing was changed")
  }

  @Test func `reviews edit shows the present values to edit`() throws {
    let sandbox = try Sandbox.signedIn()
    try sandbox.review("p-2", "so far")
    let id = try #require(
      try sandbox.seashell("reviews", "list", "p-2", "--per-page", "1").output.split(
        separator: "\t"
      ).first)
    let user = try PromptUser(in: sandbox, columns: 100)
    try user.seePrompt()
    let comment = "comment (1 to 2000 characters; Ctrl-X Ctrl-E opens an editor): "
    try user.type("reviews edit \(id)\r")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): 4")
    try user.type("\u{7F}9\r")
    try user.see("--rating takes a whole number from 1 to 5, not '9'")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): 4")
    try user.type("\r")
    try user.seeCursor(between: comment + "so far")
    // A comment cannot be empty.
    try user.type("\u{15}\r")
    try user.see("--comment takes 1 to 2000 characters, not 0")
    try user.seeCursor(between: comment + "so far")
    try user.type(", so good\r")
    try user.see("comment  so far, so good")
    try user.seePrompt()
    try user.type("reviews edit p-2 \(id)\r")
    try user.seeCursor(between: "rating (a whole number from 1 to 5): 4")
    try user.type("\r")
    try user.seeCursor(between: comment + "so far, so good")
    try user.type("\r")
    try user.see("nothing was changed")
    try user.seePrompt()
    // Inside 'each' nothing is asked.
    try user.enter(
      "reviews list p-2 --per-page 1 | each reviews edit p-2 $it.id", seeing: "nothing to change")
    try sandbox.file("edit.sea", "reviews edit p-2 \(id)")
    try user.enter("source edit.sea", seeing: "edit.sea:1: nothing to change")
  }

  @Test func `Ctrl-C cancels a whole form`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("reviews add\r")
    try user.seeCursor(between: "product: ")
    try user.type("p-1\r")
    try user.see("rating (a whole")
    try user.type("3\u{03}")
    try user.seePrompt()
    #expect(!user.screen.text.contains("comment"))
    try user.enter("print status $?", seeing: "status 130")
  }

  @Test func `a password is shown nowhere`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("session login --user demo\r")
    try user.seeCursor(between: "password: ")
    try user.type("wr0ng-s3cret\u{7F}")
    try user.type("\r")
    try user.see("does not accept")
    try user.seePrompt()
    try user.type("session login --user demo\r")
    try user.seeCursor(between: "password: ")
    let process = user.process
    for file in ["cmdline", "environ"] {
      let content = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data()
      #expect(!content.isEmpty)
      #expect(content.range(of: Data("s3cret".utf8)) == nil)
    }
    try user.type("\u{03}")
    try user.seePrompt()
    #expect(!String(decoding: user.written, as: UTF8.self).contains("s3cre"))
    for file in FileManager.default.enumerator(atPath: sandbox.home.path)?.allObjects ?? [] {
      guard let file = file as? String,
        let content = FileManager.default.contents(atPath: "\(sandbox.home.path)/\(file)")
      else { continue }
      #expect(content.range(of: Data("s3cre".utf8)) == nil, "\(file)")
    }
  }

  @Test func `a command at a prompt that destroys data asks first`() throws {
    let sandbox = try Sandbox.signedIn()
    try sandbox.review("p-1", "to be deleted")
    let id = try #require(
      try sandbox.seashell("reviews", "list", "p-1", "--per-page", "1").output.split(
        separator: "\t"
      ).first)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("reviews delete p-1 \(id)\r")
    try user.see("Delete the review \(id) of p-1? [y/N]")
    try user.type("\r")
    try user.see("nothing was changed")
    try user.seePrompt()
    try user.type("reviews delete p-1 \(id)\r")
    try user.see("a second question") { $0.text.components(separatedBy: "[y/N]").count == 3 }
    try user.type("\u{03}")
    try user.seePrompt()
    try user.type("reviews delete p-1 \(id)\r")
    try user.see("a third question") { $0.text.components(separatedBy: "[y/N]").count == 4 }
    try user.type("yes\r")
    try user.seePrompt()
    #expect(try sandbox.seashell("reviews", "show", "p-1", String(id)).status == 3)
    #expect(try sandbox.seashell("reviews", "delete", "p-1", String(id)).status == 2)
  }
}
