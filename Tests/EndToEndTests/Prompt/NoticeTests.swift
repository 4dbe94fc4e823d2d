import Foundation
import TestSupport
import Testing

/// Changes by other users, shown above the line being typed.
@Suite(.mayBlock) struct NoticeTests {
  @Test func `a review posted elsewhere is shown above a half-typed line`()
    throws
  {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    // The first command opens the shop, which is watched from then on.
    try user.enter("products show p-1", seeing: "Ocean mug")
    try user.type("print half typed\u{1B}b")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    try sandbox.untilTold(user)
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    let lines = user.screen.lines
    let notice = try #require(
      lines.firstIndex { $0.hasPrefix("elsewhere: review r-") })
    #expect(lines[notice].hasSuffix(" was added"))
    #expect(lines.last == "embedded> print half typed")
    #expect(lines.filter { $0 == "embedded> print half typed" }.count == 1)
    try user.type("\r")
    try user.see("\nhalf typed\n")
  }

  @Test func `a notice leaves a wrapped line intact`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser(in: sandbox, columns: 30)
    try user.seePrompt()
    try user.enter("print x; products show p-1 > /dev/null", seeing: "\nx")
    try user.type("print one two three four five six seven")
    try user.see("seven")
    try sandbox.untilTold(user)
    try user.see("the line below") { screen in
      screen.lines.suffix(2) == ["embedded> print one two three ", "four five six seven"]
        || screen.lines.suffix(2) == ["embedded> print one two three", "four five six seven"]
    }
    #expect(user.screen.lines.count { $0.hasPrefix("embedded> print one") } == 1)
  }

  @Test func `changes during a command or a search are shown afterwards`() throws {
    let sandbox = try Sandbox.signedIn()
    let user = try PromptUser(in: sandbox)
    let other = try PromptUser(in: sandbox)
    for each in [user, other] {
      try each.seePrompt()
      try each.enter("products show p-1", seeing: "Ocean mug")
    }
    try user.begin("sleep 60")
    try other.type("\u{12}Oc")
    try other.see("(failed reverse-i-search)")
    // When another shell is notified, these two have been notified as well, or will be at their next poll.
    let witness = try PromptUser(in: sandbox)
    try witness.seePrompt()
    try witness.enter("products show p-1", seeing: "Ocean mug")
    try sandbox.untilTold(witness)
    try other.type("e")
    try other.see("`Oce'")
    #expect(!other.screen.text.contains("elsewhere"))
    try user.interrupt()
    try user.see("elsewhere: review r-")
    let lines = user.screen.lines
    let interruption = try #require(lines.firstIndex { $0.contains("^C") })
    #expect(lines[..<interruption].allSatisfy { !$0.contains("elsewhere") })
    try user.seePrompt()
    try other.type("\u{07}")
    try other.see("elsewhere: review r-")
    try other.seePrompt()
  }

  @Test func `very many changes are shown as a count`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser(in: sandbox)
    try user.seePrompt()
    try user.enter("products show p-1", seeing: "Ocean mug")
    try user.type("print half")
    try user.seeCursor(between: "embedded> print half")
    // A change is reported only once the watch has begun. No earlier notice may be pending when very many
    // changes arrive, so each has its own name.
    var number = 100_000
    try block(until: "a notice", there: user.screen.text) {
      try sandbox.addEvents(number..<number + 1)
      number += 1
      return
        (try? user.see(
          "elsewhere: review r-\(number - 1) of p-1 was added", within: Patience.pause)) != nil
    }
    try sandbox.addEvents(0..<100_000)
    try user.see("elsewhere: 100000 changes, the last one of review r-99999 of p-1")
    try user.type(" typed\u{1B}b")
    try user.seeCursor(between: "embedded> print half ", and: "typed")
    #expect(user.screen.lines.count { $0.contains(" changes, ") } == 1)
    try user.type("\r")
    try user.see("\nhalf typed\n")
  }
}

extension Sandbox {
  /// Adds events with these numbers to the shop from another process, all at the same time.
  fileprivate func addEvents(_ numbers: Range<Int>) throws {
    let script = """
      import sqlite3, sys
      shop = sqlite3.connect(sys.argv[1])
      with shop:
        shop.executemany("INSERT INTO events (name, resource, item) VALUES (?, ?, ?)",
          (("api.data.inserted", "products/p-1/reviews", f"r-{n}")
            for n in range(int(sys.argv[2]), int(sys.argv[3]))))
      """
    let result = try Program.run(
      "/usr/bin/env",
      ["python3", "-c", script, "\(home.path)/data/seashell/shop.db"]
        + [numbers.lowerBound, numbers.upperBound].map(String.init),
      environment: environment, directory: home)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Posts reviews from another process until a user is notified of one.
  func untilTold(_ user: PromptUser) throws {
    // The watch polls every second, and reports only changes after its first poll.
    try block(until: "a notice", there: user.screen.text) {
      try review("p-1", "told")
      return (try? user.see("elsewhere: review r-", within: Patience.pause)) != nil
    }
  }
}
