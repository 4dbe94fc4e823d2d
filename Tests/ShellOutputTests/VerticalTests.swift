import Testing

@testable import ShellOutput

@MainActor
@Suite struct `A vertical list` {
  private let columns = [Column("id"), Column("name"), Column("note")]
  private let rows: [[CellValue]] = [
    [.text("p-1"), .text("Stoneware mug"), .text("two\nlines")],
    [.text("p-2"), .text("Cup"), .null],
  ]

  private func style(_ columns: Int?, locale: ReaderLocale? = nil) -> OutputStyle {
    var style = OutputStyle(isTerminal: columns != nil, columns: columns, locale: locale)
    style.isVertical = true
    return style
  }

  @Test(arguments: [60, 120, nil])
  func `a vertical list has a line for each field, after the record's number`(columns: Int?) throws
  {
    #expect(
      try list(.table, on: style(columns), self.columns, rows) == """
        ── 1 ──
        id    p-1
        name  Stoneware mug
        note  two
              lines
        ── 2 ──
        id    p-2
        name  Cup
        note

        """)
  }

  @Test func `an empty vertical list prints nothing`() throws {
    #expect(try list(.table, on: style(80), columns, []) == "")
  }

  @Test func `a vertical list has ASCII lines on a terminal without others`() throws {
    let locale = ReaderLocale { $0 == "LC_ALL" ? "C" : nil }
    #expect(
      try list(.table, on: style(80, locale: locale), [Column("id")], [[.integer(7)]])
        == "-- 1 --\nid  7\n")
  }

  @Test(arguments: [OutputFormat.tsv, .json, .jsonl, .csv])
  func `only tables have a vertical layout`(format: OutputFormat) throws {
    #expect(
      try list(format, on: style(nil), columns, rows) == list(format, columns, rows))
  }

  @Test func `a single record too wide for a table is shown vertically`() throws {
    let one = Array(rows.prefix(1))
    let table = "ID   NAME           NOTE\np-1  Stoneware mug  two lines\n"
    let record = "id    p-1\nname  Stoneware mug\nnote  two\n      lines\n"
    #expect(try list(.table, on: terminal(29), columns, one) == table)
    #expect(try list(.table, on: terminal(28), columns, one) == record)
    #expect(try list(.table, columns, one) == table)
    #expect(try list(.table, on: terminal(28), columns, rows).hasPrefix("ID   NAME"))
  }
}
