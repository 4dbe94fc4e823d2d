import FaultServer
import Foundation
import Glibc
import TestSupport
import Testing

/// Rules at a prompt.
@Suite(.mayBlock) struct RulePromptTests {
  private static func user(columns: Int = 80, rows: Int = 24) throws -> PromptUser {
    let user = try PromptUser(in: Sandbox(), columns: columns, rows: rows)
    try user.seePrompt()
    return user
  }

  @Test func `what a rule prints is shown above a half-typed line`() throws {
    let user = try Self.user()
    try user.enter("on shop.sold do print sold $event.item", seeing: "rule 1")
    try user.enter("on shop.sold --quiet do print hidden $event.item", seeing: "rule 2")
    try user.enter("sleep 0.5 && events post shop.sold item=mug &", seeing: "[1]")
    try user.type("print half typed\u{1B}b")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    try user.see("\nsold mug\n")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    #expect(user.screen.lines.count { $0 == "embedded> print half typed" } == 1)
    #expect(!user.screen.lines.contains("hidden mug"))
    try user.type("\r")
    try user.see("\nhalf typed\n")
  }

  @Test func `a rule for an unknown event gets a warning at a prompt`() throws {
    let user = try Self.user(columns: 120)
    try user.enter(
      "on api.data.insrted do print x",
      seeing: "no known event fits 'api.data.insrted'; did you mean 'api.data.inserted'?")
    try user.enter(
      "on api.dta.* do print x", seeing: "fits 'api.dta.*'; did you mean 'api.data.*'?")
    try user.enter("on shop.sold do print x", seeing: "no known event fits 'shop.sold'\n")
    try user.enter("events post shop.sold; on shop.* do print x; print end", seeing: "\nend")
    #expect(user.screen.lines.count { $0.hasPrefix("no known event") } == 3)
  }

  @Test(arguments: [
    (
      "api.data.insrted",
      "no known event fits 'api.data.insrted'; did you mean 'api.data.inserted'?\n"
    ),
    ("api.data.*", ""), ("shop.sold", ""), ("*", ""),
  ])
  func `a script is warned about a name that only the shell could post`(
    event: String, warning: String
  ) throws {
    let result = try Sandbox().seashell("-c", "on \(event) do print x")
    #expect(result.status == 0)
    #expect(result.errors == warning)
  }

  @Test func `a rule that failures have stopped stays listed, and can be started again`() throws {
    let user = try Self.user(columns: 120, rows: 60)
    try user.enter("on shop.sold do products show $event.item", seeing: "rule 1")
    for number in 1...5 {
      try user.type("events post shop.sold item=no-\(number)\r")
      try user.see("job \(number) of rule 1 failed (3)")
    }
    try user.see("'on --restart 1' starts it again")
    try user.enter(
      "on | get stopped",
      seeing: "it failed five times in a row; the last: no product has the id 'no-5'")
    try user.enter("on --restart 1; on --restart 1; print status $?", seeing: "rule 1 is running")
    try user.type("events post shop.sold item=p-1\r")
    try user.see("Ocean mug")
  }
}
