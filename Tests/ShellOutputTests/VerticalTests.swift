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
    style.layout = .vertical
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

  @Test(arguments: [1, 2])
  func `records of any number are shown vertically if they do not fit into a table`(count: Int)
    throws
  {
    let columns = [Column("id"), Column("name"), Column("a_long_name")]
    let rows: [[CellValue]] = (1...count).map { [.integer($0), .text("Stoneware mug"), .null] }
    let table = try list(.table, on: terminal(30), columns, rows)
    #expect(table.hasPrefix("id  name           a_long_name\n 1  Stoneware mug\n"))
    let cut = try list(.table, on: terminal(29), columns, rows)
    #expect(cut.hasPrefix("id  name          a_long_name\n 1  Stoneware m…\n"))
    let vertical = try list(.table, on: terminal(28), columns.map(\.chosen), rows)
    #expect(
      vertical.hasPrefix("── 1 ──\nid           1\nname         Stoneware mug\na_long_name\n"))
    #expect(vertical.contains("── 2 ──") == (count == 2))
    #expect(try list(.table, columns, rows) == table)
  }

  @Test func `a wide list has whole lines on any terminal`() throws {
    var style = terminal(10)
    style.layout = .wide
    #expect(try list(.table, on: style, columns, rows) == list(.table, columns, rows))
  }

  @Test func `the rows after the thousandth have the layout of those before`() throws {
    let rows = (1...1001).map { [CellValue.integer($0), .text("Stoneware mug")] }
    let columns = [Column("id"), Column("name")]
    #expect(
      try list(.table, on: terminal(17), columns, rows)
        .hasSuffix("── 1001 ──\nid    1001\nname  Stoneware\n      mug\n"))
    let later: [[CellValue]] =
      Array(rows.prefix(1000).map { [$0[0], .text("x")] }) + [[.integer(1), rows[0][1]]]
    #expect(try list(.table, on: terminal(17), columns, later).hasSuffix("\n   1  Sto…\n"))
  }
}
