import CoreJSON
import ShellTestSupport
import FoundationEssentials
import ShellCommands
import ShellOutput
import ShellRuntime
import Testing

@MainActor
@Suite struct ResultPathTests {
  /// A shell whose command `people list` has nested records.
  private static func people() throws -> TestShell {
    let test = TestShell()
    let columns = [
      Column("name"), Column("address"), Column("tags"), Column("data"), Column("born"),
    ]
    func row(_ name: String) -> [CellValue] {
      [
        .text(name), .record([.init("city", .text("Oslo \(name)")), .init("zip", .null)]),
        .list([.text("a"), .record([.init("x", .integer(1))])]),
        CellValue(["ids": [7, 2.5], "title": "Dr"]), .date(Date(timeIntervalSince1970: 0)),
      ]
    }
    let list = Immediate(specification: .init("list", abstract: "List people")) {
      try $0.output.columns(columns)
      for name in ["Ada", "Bob"] { try $0.output.row(row(name)) }
    }
    let show = Immediate(specification: .init("show", abstract: "Show a person")) {
      try $0.output.record(columns, row("Ada"))
    }
    try test.shell.modules.load(SampleModule("people", commands: [list, show]))
    return test
  }

  @Test(
    "A path reads into the last result",
    arguments: [
      ("show", "$_.name", "Ada"), ("show", "$_.address.city", "Oslo Ada"),
      ("show", "$_.address.zip", ""), ("show", "$_.tags[0]", "a"), ("show", "$_.tags[-1].x", "1"),
      ("show", "$_.tags[1]", #"{"x":1}"#), ("show", "$_.tags", #"["a",{"x":1}]"#),
      ("show", "$_.data.ids[0]", "7"), ("show", "$_.data.ids[-1]", "2.5"),
      ("show", "$_.data.title", "Dr"), ("show", "$_.born", "1970-01-01T00:00:00Z"),
      ("list", "$_[1].name", "Bob"), ("list", "\"$_[-2].address.city.\"", "Oslo Ada."),
      ("list", "${_[0].name}s", "Adas"),
      ("show", "$_.address", #"{"city":"Oslo Ada","zip":null}"#),
    ])
  func paths(command: String, word: String, text: String) async throws {
    let outcome = try await Self.people().run("people \(command) > /dev/null; print \(word)")
    #expect(outcome == .init(0, text + "\n"))
  }

  @Test(
    "A path that does not exist is an error that says what is there",
    arguments: [
      ("show", "$_.nme", "$_ has no field 'nme'; its fields are name, address, tags, data, born"),
      ("show", "$_.address.x", "$_.address has no field 'x'; its fields are city, zip"),
      ("show", "$_[0]", "$_ is a record, not a list; write $_.FIELD"),
      ("show", "$_.tags[2]", "$_.tags has 2 values, so [2] is not one of them"),
      (
        "show", "$_.tags[99999999999999999999]",
        "$_.tags has 2 values, so [99999999999999999999] is not one of them"
      ),
      ("show", "$_.tags.x", "$_.tags is a list; write $_.tags[0].x for its first one"),
      (
        "show", "$_.name.x",
        "$_.name is neither a list nor a record; to add text, write ${_.name}.x"
      ),
      ("list", "$_.name", "$_ is a list; write $_[0].name for its first one"),
      ("list", "$_[-3].name", "$_ has 2 records, so [-3] is not one of them"),
    ])
  func pathErrors(command: String, word: String, message: String) async throws {
    let outcome = try await Self.people().run("people \(command) > /dev/null\nprint \(word)")
    #expect(
      outcome
        == .init(
          2, "",
          "test:2: \(message)\n  print \(word)\n        "
            + String(repeating: "^", count: word.utf8.count) + "\n"))
  }
}
