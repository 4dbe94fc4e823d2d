@testable import ShellOutput
import FoundationEssentials
import Testing

@MainActor
@Suite struct `A table` {
  private let products = [
    Column("id"), Column("name"), Column("price", hint: .money(currency: "currency_code")),
    Column("currency_code"),
  ]

  private let rows: [[CellValue]] = [
    [.text("p-1"), .text("Stoneware mug"), .decimal(Decimal(185) / 10), .text("EUR")],
    [.text("p-2"), .text("湯のみ茶碗"), .decimal(2400), .text("JPY")],
    [.text("p-10"), .text("Family 👩‍👩‍👧‍👦 apron"), .decimal(9), .text("KWD")],
  ]

  @Test func `a table has the names of the fields and numbers at the right`() throws {
    #expect(
      try list(.table, products, rows) == """
        id    name             price  currency_code
        p-1   Stoneware mug    18.50  EUR
        p-2   湯のみ茶碗        2400  JPY
        p-10  Family 👩‍👩‍👧‍👦 apron  9.000  KWD

        """)
  }

  @Test func `an empty table is a header in a file, and nothing on a terminal`() throws {
    let columns = [Column("id"), Column("name")]
    #expect(try list(.table, columns, []) == "id  name\n")
    #expect(try list(.table, on: terminal(80), columns, []) == "")
  }

  @Test func `behind the few rows of a slow source, wider texts take the room that is left`() throws
  {
    let text = try rendered(.table, on: terminal(24)) { output in
      try output.columns([Column("id"), Column("message")])
      try output.row([.text("1"), .text("ok")])
      try output.showNow()
      try output.row([.text("2"), .text("a longer text")])
      try output.row([.text("3"), .text("a text that does not fit anywhere")])
      try output.row([.text("four"), .text("ok")])
      try output.finish()
    }
    #expect(
      text == """
        id  message
        1   ok
        2   a longer text
        3   a text that does no…
        f…  ok

        """)
  }

  @Test func `at a terminal a slow source's rows are shown after a moment`() async throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(.table, to: stream, style: terminal(80))
    try output.columns([Column("id")])
    try output.row([.text("1")])
    try stream.flush()
    #expect(sink.text == "")
    while sink.text == "" { await Task.yield() }
    #expect(sink.text == "id\n1\n")
  }

  @Test func `fields that appear before the layout is decided are columns of one table`() throws {
    let text = try rendered(.table) { output in
      try output.columns([Column("a")])
      try output.row([.text("1")])
      try output.change([Column("a"), Column("b")])
      try output.row([.text("2"), .text("3")])
      try output.finish()
    }
    #expect(text == "a  b\n1\n2  3\n")
  }

  @Test(arguments: [OutputStyle.plain, terminal(80)])
  func `a table is always escaped`(_ style: OutputStyle) throws {
    let hostile = "\u{1B}]0;x\u{07}\u{9B}1m\u{202E}\rb"
    let escaped = #"\u{1B}]0;x\u{7}\u{9B}1m\u{202E} b"#
    let fields = [Column("a\u{1B}"), Column("n")]
    #expect(
      try list(.table, on: style, fields, [[.text(hostile), .integer(1)]])
        .hasSuffix("\n\(escaped)  1\n"))
    let record = try record(
      .table, on: style, [(fields[0], .text("\u{1B}[2Jx")), (fields[1], .text(hostile))])
    #expect(record == "a\\u{1B}  \\u{1B}[2Jx\nn        \(escaped)\n")
  }

  @Test(arguments: [OutputFormat.tsv, .csv, .jsonl])
  func `other formats go to a pipe unescaped`(_ format: OutputFormat) throws {
    let text = try list(format, [Column("a"), Column("b")], [[.text("\u{9B}1m\u{7F}"), .null]])
    #expect(text.contains("\u{9B}1m\u{7F}"))
  }

  @Test func `a table shrinks the widest text first`() throws {
    #expect(
      try list(
        .table, on: terminal(30), [Column("id"), Column("name"), Column("comment"), Column("n")],
        [
          [.text("r-1"), .text("a name"), .text("a comment that is long"), .integer(12)],
          [.text("r-2"), .text("x"), .text("short"), .null],
        ]) == """
          id   name    comment         n
          r-1  a name  a comment th…  12
          r-2  x       short

          """)
  }

  @Test func `the only column of a table is cut, even its name`() throws {
    let rows: [[CellValue]] = [[.text("porcelain")], [.text("clay")]]
    #expect(
      try list(.table, on: terminal(7), [Column("material")], rows) == "materi…\nporcel…\nclay\n")
  }

  private static let hostile: [[CellValue]] = [
    [.text("p-1"), .text(String(repeating: "long words ", count: 40)), .decimal(5), .text("EUR")],
    [.text("p-22222222"), .text(String(repeating: "世", count: 99)), .integer(.max), .text("JPY")],
    [.text("👩‍👩‍👧‍👦🇫🇷"), .text("two\nlines\tand \u{1B}[31m"), .null, .null],
    [.text(""), .text("e\u{301}\u{302}\u{303}"), .decimal(Decimal(1) / 3), .text("\u{202E}")],
  ]

  @Test(arguments: [120, 80, 40, 20, 10, 7, 3, 2])
  func `no line of records is wider than the terminal`(_ columns: Int)
    throws
  {
    for hints in [products, [Column("a"), Column("b"), Column("c"), Column("d")]] {
      for count in 1...4 {
        let text = try list(
          .table, on: terminal(columns), Array(hints.prefix(count)),
          Self.hostile.map { Array($0.prefix(count)) })
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == 5 || lines[0].hasPrefix("─"))
        for line in lines { #expect(TerminalText.width(of: String(line)) <= columns) }
      }
    }
  }

  @Test func `the first thousand rows set a table's widths`() throws {
    let rows = (0..<1001).map { index -> [CellValue] in
      [.text(index < 1000 ? "short" : "rather longer"), .integer(index)]
    }
    let lines = try list(.table, on: terminal(80), [Column("word"), Column("n")], rows)
      .split(separator: "\n")
    #expect(lines.count == 1002)
    #expect(lines[1000] == "short  999")
    #expect(lines[1001] == "rath…  1000")
  }

  @Test func `a number after a table's first thousand rows is never cut`() throws {
    func lines(_ columns: Int, word: String) throws -> [Substring] {
      let rows = (0..<1003).map { index -> [CellValue] in
        [.text(word), .integer(index < 1000 ? 1 : index == 1000 ? 123_456 : 2), .text(word)]
      }
      return try list(
        .table, on: terminal(columns), [Column("a"), Column("n"), Column("b")], rows
      ).split(separator: "\n")
    }
    // Room that is left.
    var found = try lines(80, word: "w")
    #expect(Array(found[1000...]) == ["w  1  w", "w  123456  w", "w       2  w", "w       2  w"])
    // Room of the texts.
    let long = "some long words and more"
    found = try lines(40, word: long)
    #expect(found[1000] == "some long words a…  1  some long words …")
    #expect(found[1001] == "some long word…  123456  some long word…")
    #expect(found[1002] == "some long word…       2  some long word…")
    // No room.
    found = try lines(30, word: long)
    #expect(found[1000] == "some long wo…  1  some long w…")
    #expect(found[1001].hasPrefix("── 1001 ──"))
    #expect(found.contains("n  123456") && found.contains("── 1003 ──"))
  }

  @Test func `rows after the thousandth are written as they arrive, uncut in a file`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(.table, to: stream)
    try output.columns([Column("word"), Column("n")])
    for _ in 0..<999 { try output.row([.text("w"), .integer(1)]) }
    try stream.flush()
    #expect(sink.bytes.isEmpty)
    try output.row([.text("w"), .integer(1)])
    try stream.flush()
    #expect(sink.text.utf8.count { $0 == UInt8(ascii: "\n") } == 1001)
    try output.row([.text("much longer"), .integer(1)])
    try output.finish()
    try stream.flush()
    #expect(sink.text.hasSuffix("w     1\nmuch longer  1\n"))
  }

  @Test func `a table's held rows are written when the command fails`() throws {
    let text = try rendered(.table) { output in
      try output.columns([Column("id")])
      try output.row([.text("p-1")])
      try output.abandon()
    }
    #expect(text == "id\np-1\n")
  }

  @Test func `a table draws stars, and bars that share a scale`() throws {
    let text = try list(
      .table,
      [Column("rating", hint: .stars), Column("n", hint: .bar(of: "count")), Column("count")],
      [
        [.integer(4), .integer(10), .integer(20)], [.integer(0), .integer(0), .integer(20)],
        [.decimal(Decimal(425) / 100), .integer(1), .integer(20)], [.text("?"), .null, .null],
      ])
    #expect(
      text == """
        rating      n         count
        ★★★★☆       10 █████     20
        ☆☆☆☆☆        0           20
        ★★★★☆ 4.25   1 █         20
        ?

        """)
  }

  @Test func `bars share the scale of the greatest total, and become shorter before records stand`()
    throws
  {
    let columns = [
      Column("k"), Column("a", hint: .bar(of: "count")), Column("b", hint: .bar(of: "count")),
      Column("count"),
    ]
    let rows: [[CellValue]] = [
      [.text("x"), .integer(20), .integer(0), .integer(20)],
      [.text("y"), .integer(5), .integer(5), .integer(10)],
    ]
    #expect(
      try list(.table, on: terminal(80), columns, rows) == """
        k  a              b       count
        x  20 ██████████   0         20
        y   5 ██▌          5 ██▌     10

        """)
    #expect(
      try list(.table, on: terminal(28), columns, rows) == """
        k  a           b       count
        x  20 ███████   0         20
        y   5 █▊        5 █▊      10

        """)
    #expect(
      try list(.table, on: terminal(20), columns.map(\.chosen), rows) == """
        ── 1 ──
        k      x
        a      20 ██████████
        b       0
        count  20
        ── 2 ──
        k      y
        a       5 ██▌
        b       5 ██▌
        count  10

        """)
    #expect(
      try record(.table, on: terminal(80), Array(zip(columns, rows[1])))
        == "k      y\na      5 ██████████\nb      5 ██████████\ncount  10\n")
  }

  @Test func `a terminal shows money with its currency, and no column of the currency beside it`()
    throws
  {
    let two = Array(rows.prefix(2).map { [$0[0], $0[2], $0[3]] })
    var columns = [products[0], products[2], products[3]]
    #expect(
      try list(.table, on: terminal(80), columns, two)
        == "id       price\np-1  18.50 EUR\np-2   2400 JPY\n")
    #expect(
      try record(.table, on: terminal(80), Array(zip(columns, two[0])))
        == "id     p-1\nprice  18.50 EUR\n")
    #expect(
      try list(.table, columns, two).hasPrefix("id   price  currency_code\np-1  18.50  EUR\n"))
    #expect(
      try list(.table, on: terminal(80), columns, [[.text("p-1"), .text("?"), .text("EUR")]])
        .hasPrefix("id   price  currency_code\n"))
    columns[2].isChosen = true
    #expect(
      try list(.table, on: terminal(80), columns, two)
        .hasPrefix("id       price  currency_code\np-1  18.50 EUR  EUR\n"))
  }

  @Test(arguments: [
    ("33.0818181818182", "EUR", "33.08 EUR"), ("-2.345", "EUR", "-2.35 EUR"),
    ("0.999", "USD", "1.00 USD"), ("1850.5", "JPY", "1851 JPY"), ("1.23456", "KWD", "1.235 KWD"),
    ("7", "EUR", "7.00 EUR"), ("0.5", "EUR", "0.50 EUR"),
  ])
  func `a terminal rounds a mean of money`(amount: String, code: String, text: String) throws {
    var column = Column("mean", hint: .money(currency: code))
    let value = CellValue.decimal(try #require(Decimal(string: amount)))
    #expect(try record(.json, on: terminal(80), [(column, value)]).contains(amount))
    column.isRounded = true
    #expect(try record(.table, on: terminal(80), [(column, value)]) == "mean  \(text)\n")
    #expect(try record(.table, [(column, value)]).contains(amount))
    column.isRounded = false
    #expect(try record(.table, on: terminal(80), [(column, value)]).contains(amount))
  }

  @Test func `a table is bold and yellow only if there are colours`() throws {
    let columns = [Column("id"), Column("rating", hint: .stars)]
    let rows: [[CellValue]] = [[.text("r-1"), .integer(5)]]
    #expect(
      try list(.table, on: terminal(80, colors: true), columns, rows)
        == "\u{1B}[1mid\u{1B}[0m   \u{1B}[1mrating\u{1B}[0m\nr-1  \u{1B}[35m★★★★★\u{1B}[0m\n")
    #expect(try list(.table, on: terminal(80), columns, rows) == "id   rating\nr-1  ★★★★★\n")
  }
}
