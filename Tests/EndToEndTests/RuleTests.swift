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
    for _ in 1...20 {
      try home.addReview("news")
      if (try? worker.hear("told of r-", within: 1_500)) != nil { break }
    }
    let id = try home.addReview("last")
    try worker.hear("told of \(id)")
    worker.send(SIGTERM)
    let end = try worker.end()
    #expect(end.status == 0)
    #expect(end.rest.contains("kept \(id)\n"), "\(end.rest)")
    #expect(!end.rest.contains("never"))
  }

  @Test func `100,000 events do not delay a user's typing`() throws {
    let home = try Sandbox()
    let user = try PromptUser(in: home)
    try user.seePrompt()
    try user.enter("on shop.sold where number > 99990 do print $event.number", seeing: "rule 1")
    try user.enter(
      "on shop.sold where number <= 99990 --debounce 60000 do print never", seeing: "rule 2")
    let storm = try home.file(
      "storm.sea",
      (1...100_000).map { "events post shop.sold number=\($0)" }.joined(separator: "\n")
        + "\nprint the storm is over")
    try user.type("source \(storm) > over.txt &\r")
    try user.type("print typed")
    try user.seeCursor(between: "embedded> print typed")
    let over = home.home.appending(path: "over.txt")
    let isOver = (try? String(contentsOf: over, encoding: .utf8))?.contains("over") == true
    #expect(!isOver, "the storm was over before the echo")
    try user.type("\r")
    try user.see("\ntyped\n")
    try user.see("finished: source")
    // The last runs may come after all events.
    for _ in 1...100 where !user.screen.lines.contains("10") {
      try user.enter("on | where rule = 1 | get runs", seeing: "\n")
    }
    #expect(user.screen.lines.contains("10"))
  }
}
