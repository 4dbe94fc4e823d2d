@testable import SeashellModules
import SeashellKit
import Testing

struct LifeLogTests {
  @Test func `a full module log drops its oldest lines`() {
    var log = KeptLines(limit: 10)
    for line in ["one", "two", "three"] { log.append(line) }
    #expect(log.lines == ["two", "three"])
  }

  @Test func `a line longer than the log is cut`() {
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
    let names = Dictionary((before + after).map { ($0, ToolNames.command(of: $0)) }) { $1 }
    #expect(changes.notice(of: "clock", names) == notice)
  }

  @Test(arguments: [
    ("100", "100.0", true), ("100.0", "1e2", true), ("1E2", "1.00e+2", true),
    ("100", "100.5", false),
    ("0", "-0.0", true), ("9007199254740993", "9007199254740992", false),
    ("9007199254740993", "9007199254740993.0", true), ("0.1", "0.10", true),
    ("1e300", "1.0e300", true),
    ("12345678901234567890.0", "12345678901234567890", true), ("1", "true", false),
    ("1", "\"1\"", false), ("0", "null", false), ("0", "false", false),
    ("[1,2]", "[1.0,2.0]", true), ("[1,2]", "[2,1]", false), ("[1]", "[1,1]", false),
    (#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"b":{"d":3.0,"c":2},"a":1.0}"#, true),
    (#"{"a":1}"#, #"{"a":1,"b":null}"#, false), (#"{"a":1}"#, #"{"b":1}"#, false),
    (#""a""#, #""\u0061""#, true),
  ])
  func aToolIsComparedAsJSON(before: String, after: String, isSame: Bool) throws {
    let (old, new) = (
      try tool("z", #"{"a":{"default":\#(before)}}"#),
      try tool("z", #"{"a":{"default":\#(after)}}"#)
    )
    #expect((old == new) == isSame)
    #expect((new == old) == isSame)
    #expect(ToolChanges(from: [old], to: [new]).isEmpty == isSame)
    // A stored tool equals itself when it is read again.
    for tool in [old, new] {
      #expect(try ToolDescription(CellValue(json: tool.json.jsonBytes)) == tool)
    }
  }

  @Test func `a tool with other arguments is a change`() throws {
    let before = [try tool("z")]
    let after = [try tool("z", #"{"a":{"type":"string"}}"#)]
    #expect(
      ToolChanges(from: before, to: after).notice(of: "clock", [:])
        == "clock: z has changed")
    #expect(ToolChanges(from: before, to: before).notice(of: "clock", [:]) == nil)
  }
}
