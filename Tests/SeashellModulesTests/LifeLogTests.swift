@testable import SeashellModules
import Testing

struct LifeLogTests {
  @Test func theOldestLinesGoFirst() {
    var log = ModuleLog(limit: 10)
    for line in ["one", "two", "three"] { log.append(line) }
    #expect(log.lines == ["two", "three"])
  }

  @Test func aLineLongerThanTheLogIsCut() {
    var log = ModuleLog(limit: 10)
    log.append("one")
    log.append("a line that is too long")
    #expect(log.lines == ["a line th"])
  }

  @Test(arguments: [
    (["a"], ["a", "b"], "clock: new command b"),
    (["a", "b"], ["a"], "clock: b is gone"),
    (["get_a"], ["get_b"], "clock: new command get-b; get-a is gone"),
    ([], ["a", "b", "c", "d", "e", "f"], "clock: new commands a, b, c, d and 2 more"),
  ])
  func changesOfAToolListAreOneNotice(before: [String], after: [String], notice: String) throws {
    let changes = try ToolChanges(from: before.map { try tool($0) }, to: after.map { try tool($0) })
    #expect(changes.notice(of: "clock") == notice)
  }

  @Test func aToolWithOtherArgumentsIsAChangeAndOneWithOtherWordsIsNot() throws {
    let before = [try tool("z"), try tool("y")]
    let after = [
      try tool("z", #"{"a":{"type":"string"}}"#), try tool("y", more: #","title":"Y""#),
    ]
    #expect(
      ToolChanges(from: before, to: after).notice(of: "clock")
        == "clock: z takes other arguments")
    #expect(ToolChanges(from: before, to: before).notice(of: "clock") == nil)
  }
}
