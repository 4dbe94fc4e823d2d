@testable import ShellOutput
import FoundationEssentials
import Testing

@MainActor
@Suite struct `Output as TSV` {
  @Test(
    arguments: [
      (CellValue.text("plain"), "plain"), (.text("tab\there"), "tab\\there"),
      (.text("line\nline"), "line\\nline"), (.text("a\r\nb"), "a\\r\\nb"),
      (.text("back\\slash"), "back\\\\slash"), (.text("\\t"), "\\\\t"), (.text(""), ""),
      (.null, ""), (.integer(-42), "-42"), (.boolean(true), "true"), (.boolean(false), "false"),
      (.decimal(Decimal(1250) / 100), "12.5"), (.text("世界 👩‍👧"), "世界 👩‍👧"),
    ] as [(CellValue, String)])
  func `a TSV field is written in one line`(_ value: CellValue, _ field: String) throws {
    #expect(try list(.tsv, [Column("a")], [[value]]) == field + "\n")
  }

  @Test func `TSV has no header and one record a line`() throws {
    let text = try list(
      .tsv, [Column("id"), Column("name")],
      [[.text("p-1"), .text("Mug")], [.text("p-2"), .null]])
    #expect(text == "p-1\tMug\np-2\t\n")
  }

  @Test func `an empty list in TSV is empty`() throws {
    #expect(try list(.tsv, [Column("id")], []) == "")
  }

  @Test func `a single record in TSV is one line`() throws {
    #expect(
      try record(.tsv, [(Column("id"), .text("p-1")), (Column("text"), .text("a\nb"))])
        == "p-1\ta\\nb\n")
  }

  @Test func `TSV for a terminal is escaped, backslashes first`() throws {
    #expect(
      try list(.tsv, on: terminal(80), [Column("a")], [[.text("\u{1B}\\\t\u{202E}")]])
        == "\\u{1B}\\\\\\t\\u{202E}\n")
  }
}
