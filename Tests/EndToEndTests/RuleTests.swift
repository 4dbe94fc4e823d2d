import Foundation
import Glibc
import TestSupport
import Testing

/// Rules of scripts and prompts, as users run them.
@Suite(.mayBlock) struct RuleTests {
  @Test func `a worker reacts to other users' changes, and finishes its runs`() throws {
    let served = try ServedShop()
    let home = try served.client()
    try home.signIn()
    let script = try home.file(
      "worker.sea",
      """
      on api.data.inserted where resource ~ reviews do events post shop.reviewed id=$event.id && sleep 1 && print kept $event.id
      on shop.reviewed do print told of $event.id
      wait
      print never
      """)
    let worker = try Conversation.pipes(["-f", script], in: home)
    // Changes before it began to follow are not reported.
    try block(until: "a worker that follows") {
      try home.addReview("news")
      return (try? worker.hear("told of r-", within: Patience.pause)) != nil
    }
    let id = try home.addReview("last")
    try worker.hear("told of \(id)")
    worker.send(SIGTERM)
    let end = try worker.end()
    #expect(end.status == 0)
    #expect(end.rest.contains("kept \(id)\n"), "\(end.rest)")
    #expect(!end.rest.contains("never"))
  }

  @Test func `a storm of events does not keep a user from typing, and no event is missed`() throws {
    let home = try Sandbox()
    let user = try PromptUser(in: home)
    try user.seePrompt()
    try user.enter("on shop.sold where number > 99990 do print $event.number", seeing: "rule 1")
    try user.enter(
      "on shop.sold where number <= 99990 --debounce 60000 do print never", seeing: "rule 2")
    // It ends only when it is cancelled, so the typing is beside it, however fast the machine is.
    try user.enter("! yes | from lines | each events post shop.sold number=1 &", seeing: "[1]")
    try user.type("print typed")
    try user.seeCursor(between: "embedded> print typed")
    try user.type("\r")
    try user.see("\ntyped\n")
    try user.enter("cancel 1", seeing: "job 1 was cancelled")
    try home.file(
      "storm.sea",
      (1...100_000).map { "events post shop.sold number=\($0)" }.joined(separator: "\n"))
    try user.enter("source storm.sea", seeing: "embedded> ")
    // The last runs may come after all events.
    try block(until: "ten runs", there: user.screen.text) {
      try user.enter("on | where rule = 1 | get runs", seeing: "\n")
      return user.screen.lines.contains("10")
    }
  }
}
