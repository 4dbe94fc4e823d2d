import Foundation
import TestSupport
import Testing

/// A user in a train, at a prompt whose server comes and goes.
@Suite(.mayBlock) struct TrainTests {
  @Test func `a day with a bad connection loses and duplicates nothing`() throws {
    let shop = try LosableShop()
    let home = try shop.served.client()
    let user = try PromptUser(in: home)
    try user.seePrompt("dev> ")
    try user.type("session login --user demo\r")
    try user.seeCursor(between: "password: ")
    try user.type("demo\r")
    try user.seePrompt("dev> ")
    try user.enter("products list --per-page 3", seeing: "Ocean mug", prompt: "dev> ")
    try user.type("open products/p-1\r")
    try user.seePrompt("dev products/p-1> ")
    try user.enter("reviews list --per-page 2", seeing: "r-214", prompt: "dev products/p-1> ")

    shop.lose()
    let lost = "dev (offline) products/p-1> "
    try user.enter("reviews list --per-page 2", seeing: "is not reachable", prompt: lost)
    #expect(user.screen.text.components(separatedBy: "r-214").count > 2)
    try user.type("reviews add --rating 5 --comment 'from the train'\r")
    try user.seeCursor(between: "dev is not reachable; send it when it is back? [y/N] ")
    try user.type("y\r")
    try user.see("q-1 waits")
    try user.seePrompt(lost)
    try user.enter("reviews add --rating 4 --comment two --later", seeing: "q-2", prompt: lost)
    try user.enter("reviews add --rating 3 --comment three --later", seeing: "q-3", prompt: lost)
    try user.enter("reviews edit q-2 --comment 'two, changed'", seeing: "q-4", prompt: lost)
    try user.enter("reviews list --per-page 4", seeing: "two, changed", prompt: lost)
    try user.enter("queue list", seeing: "q-4", prompt: lost)
    try user.type("\u{04}")
    #expect(try user.end() == 0)

    try shop.bringBack()
    let later = try PromptUser(in: home)
    try later.see("sent")
    try later.seePrompt("dev> ")
    try later.enter("queue list", seeing: "", prompt: "dev> ")
    #expect(try home.queued().isEmpty)
    #expect(try shop.comments().sorted() == ["from the train", "three", "two, changed"])
  }

  @Test func `the prompt says that it is offline, until the server is back`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let user = try PromptUser(in: home)
    try user.seePrompt("dev> ")
    try user.enter("products show p-1", seeing: "Ocean mug", prompt: "dev> ")
    shop.lose()
    try user.enter("products show p-1", seeing: "is not reachable", prompt: "dev (offline)> ")
    try user.enter(
      "reviews add p-1 --rating 4 --comment hi --later", seeing: "q-1 waits",
      prompt: "dev (offline)> ")
    try shop.bringBack()
    // Neither the mark in the prompt nor the queue needs a command.
    try user.see("q-1 was sent")
    try user.seePrompt("dev> ")
    #expect(try home.queued().isEmpty)
    #expect(try shop.comments() == ["hi"])
  }

  @Test func `declining keeps a write out of the queue`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let user = try PromptUser(in: home)
    try user.seePrompt("dev> ")
    shop.lose()
    try user.type("reviews add p-1 --rating 4 --comment hi\r")
    try user.seeCursor(between: "dev is not reachable; send it when it is back? [y/N] ")
    try user.type("n\r")
    try user.seePrompt("dev (offline)> ")
    #expect(try home.queued().isEmpty)
  }

  @Test func `a live view continues offline, and is refreshed later`()
    throws
  {
    let shop = try LosableShop()
    let (home, other) = (try shop.client(), try shop.client())
    let user = try PromptUser(in: home)
    try user.seePrompt("dev> ")
    try user.enter("products show p-1", seeing: "Ocean mug", prompt: "dev> ")
    try user.enter("reviews list p-1 --per-page 2", seeing: "r-214", prompt: "dev> ")
    shop.lose()
    try user.enter("products show p-1", seeing: "is not reachable", prompt: "dev (offline)> ")
    try user.type("watch reviews list p-1 --per-page 2\r")
    try user.see("r-214")
    try shop.bringBack()
    try other.addReview("meanwhile")
    try user.see("meanwhile")
    try user.type("q")
    try user.seePrompt("dev> ")
  }
}

extension PromptUser {
  /// Enters a line, and waits for its output and a prompt.
  fileprivate func enter(_ line: String, seeing text: String, prompt: String) throws {
    let row = screen.cursorRow
    try type(line + "\r")
    try see("'\(text)' below '\(line)', and '\(prompt)'") {
      $0.cursorRow > row && $0.cursorLine == (prompt, "")
        && (text.isEmpty || $0.text(from: row + 1).contains(text))
    }
  }
}
