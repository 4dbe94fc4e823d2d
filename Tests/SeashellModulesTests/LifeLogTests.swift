@testable import SeashellModules
import Testing

struct LifeLogTests {
  @Test func theOldestLinesGoFirst() {
    var log = KeptLines(limit: 10)
    for line in ["one", "two", "three"] { log.append(line) }
    #expect(log.lines == ["two", "three"])
  }

  @Test func aLineLongerThanTheLogIsCut() {
    var log = KeptLines(limit: 10)
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

  @Test func aToolWithOtherArgumentsIsAChange() throws {
    let before = [try tool("z")]
    let after = [try tool("z", #"{"a":{"type":"string"}}"#)]
    #expect(
      ToolChanges(from: before, to: after).notice(of: "clock")
        == "clock: z has changed")
    #expect(ToolChanges(from: before, to: before).notice(of: "clock") == nil)
  }
}
