import FoundationEssentials
import SeashellKit
import SeashellTesting
import ShellRecords
import Testing

@testable import ChartPlugin
@testable public import ShellOutput

/// What `chart` draws, and the figures that it gives instead.
@MainActor
struct ChartTests {
  private func output(
    _ kind: ChartKind, _ fields: [String], _ columns: [Column], _ rows: [[CellValue]],
    width: Int? = 40, isUnicode: Bool = true, colors: Palette? = nil, format: OutputFormat = .table,
    bins: Int? = nil, isSVG: Bool = false, isTerminal: Bool = true
  ) throws -> [String] {
    let locale = ReaderLocale { $0 == "LC_ALL" ? (isUnicode ? "C.UTF-8" : "C") : nil }
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let style =
      isTerminal
      ? OutputStyle(isTerminal: true, columns: width, colors: colors, locale: locale) : .plain
    let output = Output(format, to: stream, style: style, flow: RecordFlow())
    let fields = fields.map { RecordField($0, word: nil) }
    let limit = GatherLimit(stage: "chart", limit: 1_000)
    let stage: any RecordStage =
      kind == .spark
      ? SparkStage(fields[0], limit, to: output) { _ in }
      : ChartStage(kind, fields, bins: bins, isSVG: isSVG, limit, to: output)
    let gate = (stage as? any FieldStage).flatMap { FieldGate($0, in: RecordFlow()) } ?? stage
    try gate.begin(columns, isList: true)
    for row in rows { try gate.row(row) }
    try gate.end()
    try output.finish()
    try stream.flush()
    return sink.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private let named = [Column("name"), Column("n")]

  private func rows(_ numbers: CellValue...) -> [[CellValue]] {
    zip("abcdefgh", numbers).map { [.text("\($0)"), $1] }
  }

  @Test func `bars share a scale, and are told in eighths of a cell`() throws {
    let lines = try output(.bar, ["name", "n"], named, rows(1, 8, 4, 0, .null), width: 18)
    #expect(
      lines == ["name  n", "a     1  █▏", "b     8  █████████", "c     4  ████▌", "d     0", "e"])
  }

  @Test func `bars below zero stand left of it`() throws {
    let lines = try output(.bar, ["name", "n"], named, rows(-4, 4, 2), width: 20)
    #expect(lines == ["name   n", "a     -4  █████", "b      4       █████", "c      2       ██▌"])
    let below = try output(.bar, ["name", "n"], named, rows(-4, -2), width: 20)
    #expect(below == ["name   n", "a     -4  ██████████", "b     -2       █████"])
  }

  @Test func `a terminal without Unicode and a file have bars too`() throws {
    let plain = try output(.bar, ["name", "n"], named, rows(1, 4), width: 18, isUnicode: false)
    #expect(plain == ["name  n", "a     1  ##", "b     4  #########"])
    let file = try output(.bar, ["name", "n"], named, rows(1, 4), isTerminal: false)
    #expect(file.last == "b     4  " + String(repeating: "█", count: 71))
  }

  @Test func `names give way, but ranges are whole`() throws {
    let long = [[CellValue.text("a very long name of a thing"), .integer(5)]]
    #expect(
      try output(.bar, ["name", "n"], named, long, width: 24).last == "a very …  5  ███████████")
    let range = try output(
      .histogram, ["n"], named, rows(1000, 2000), width: 20, bins: 1)
    #expect(range == ["n            count", "1000 – 2000      2"])
  }

  @Test func `ranges have short labels in a narrow window, and no number is cut`() throws {
    let values = rows(1000, 2000)
    #expect(
      try output(.histogram, ["n"], named, values, width: 12, bins: 1)
        == ["n fr…  count", "1000       2"])
    #expect(
      try output(.histogram, ["n"], named, values, width: 6, bins: 1) == ["no ro…"])
  }

  @Test(arguments: 2...30)
  func `nothing is wider than the window, and a chart without room says so in one line`(
    width: Int
  ) throws {
    let columns = [Column("x"), Column("y")]
    let values: [[CellValue]] = [
      [.integer(10), .text("1234567.5")], [.integer(20), .integer(-3)],
    ]
    for kind in [ChartKind.bar, .histogram, .line, .scatter] {
      let fields = kind == .histogram ? ["y"] : ["x", "y"]
      let lines = try output(kind, fields, columns, values, width: width)
      #expect(lines.allSatisfy { TerminalText.width(of: $0) <= width }, "\(lines)")
      if "no room for the chart".hasPrefix(lines[0].prefix(width - 1)) {
        #expect(lines.count == 1)
      } else {
        let isWhole = kind != .bar || lines.joined().contains("1234567.5")
        #expect(isWhole && !lines.dropFirst().joined().contains("…"), "\(lines)")
      }
    }
  }

  @Test func `the year of dates is said once`() throws {
    let columns = [Column("day"), Column("n")]
    func days(_ days: String...) -> [[CellValue]] { days.map { [.text($0), 1] } }
    let crossing = days("2024-12-20", "2025-01-20")
    #expect(
      try output(.line, ["day", "n"], columns, crossing, width: 60).last?.hasSuffix(
        "  day (2024 to 2025)")
        == true)
    #expect(
      try output(.histogram, ["day"], columns, crossing)[0].hasPrefix("day (2024 to 2025)  count"))
    let past = days("2001-03-01", "2001-03-09")
    #expect(try output(.line, ["day", "n"], columns, past).last?.hasSuffix(" day (2001)") == true)
    let svg = try output(.line, ["day", "n"], columns, past, isSVG: true).joined()
    #expect(svg.contains(">day (2001)<"))
    let years = days("2001-03-01", "2009-03-09")
    #expect(try output(.line, ["day", "n"], columns, years).last?.hasSuffix(" day") == true)
  }

  @Test(
    arguments: [
      (.text("12.50"), "12.50"), (.untyped("7"), "7"), (.integer(3), "3"), (.text(" "), nil),
      (.decimal(1.25), "1.25"), (.untyped("1e300"), "1e300"),
    ] as [(CellValue, String?)])
  func `text that is a number is drawn as one`(value: CellValue, text: String?) throws {
    let lines = try output(.bar, ["name", "n"], named, rows(value, 1))
    let line = try #require(lines.dropFirst().first)
    #expect(line.split(separator: " ").dropFirst().first.map(String.init) == text)
  }

  @Test(
    arguments: [
      (.bar, ["name", "n"], rows2(1, .text("x")), "'n' is 'x' in record 2, not a number"),
      (
        .bar, ["name", "n"], rows2(.text("2026-01-01"), 1),
        "'n' is '2026-01-01' in record 1, not a number"
      ),
      (
        .histogram, ["n"], rows2(1, .boolean(true)),
        "'n' is 'true' in record 2, not a number or a time"
      ),
      (.line, ["name", "n"], rows2(1), "'name' is 'a' in record 1, not a number or a time"),
      (
        .histogram, ["n"], rows2(1, .text("2026-01-01")),
        "'n' has both numbers and times, which share no axis"
      ),
      (.bar, ["name", "m"], rows2(1), "there is no field 'm'"),
      (.spark, ["n"], rows2(1, .list([1])), "'n' is '[1]' in record 2, not a number"),
    ] as [(ChartKind, [String], [[CellValue]], String)])
  func `what cannot be drawn is an error with its record`(
    kind: ChartKind, fields: [String], rows: [[CellValue]], message: String
  ) throws {
    let error = try #require(throws: ShellError.self) { try output(kind, fields, named, rows) }
    #expect(error.message == message)
  }

  private nonisolated static func rows2(_ numbers: CellValue...) -> [[CellValue]] {
    zip("abcdefgh", numbers).map { [.text("\($0)"), $1] }
  }

  @Test(arguments: [ChartKind.bar, .histogram, .line, .scatter])
  func `no value is said, and no record`(kind: ChartKind) throws {
    let fields = kind == .histogram ? ["n"] : ["x", "n"]
    let columns = [Column("x"), Column("n")]
    #expect(try output(kind, fields, columns, []) == ["no records to draw"])
    #expect(try output(kind, fields, columns, [[1, .null]]) == ["the record has no n"])
    let two = [[CellValue.integer(1), .null], [.integer(2), .null]]
    #expect(try output(kind, fields, columns, two) == ["none of 2 records has a n"])
  }

  @Test func `records without a value are counted below`() throws {
    let lines = try output(.histogram, ["n"], named, rows(1, .null, 2, .null), bins: 2)
    #expect(lines.last == "2 records have no n, and are not counted")
    let points: [[CellValue]] = [[1, 1], [2, .null], [3, 3]]
    let plot = try output(.line, ["x", "y"], [Column("x"), Column("y")], points, width: 60)
    #expect(plot.last == "1 record has no y, and is not drawn")
  }

  private let priced = [
    Column("name"), Column("price", hint: .money(currency: "code")), Column("code"),
  ]

  @Test func `money has its currency's sign, and several currencies are said`() throws {
    let one: [[CellValue]] = [[.text("a"), 5, .text("EUR")], [.text("b"), 10, .text("EUR")]]
    #expect(
      try output(.bar, ["name", "price"], priced, one, width: 24)[1] == "a      €5.00  █████")
    #expect(
      try output(.histogram, ["price"], priced, one, bins: 1)[1].hasPrefix("€5.00 – €10.00"))
    #expect(
      try output(.histogram, ["price"], priced, one, bins: 1, isTerminal: false)[0]
        == "price (EUR)   count")
    let two = one + [[.text("c"), 20, .text("JPY")]]
    let lines = try output(.bar, ["name", "price"], priced, two, width: 60)
    #expect(lines[3].hasPrefix("c        ¥20"))
    #expect(lines[4] == "price is in several currencies, drawn as plain numbers: EUR,")
    let file = try output(.bar, ["name", "price"], priced, two, isTerminal: false)
    #expect(file[3].hasPrefix("c        20 JPY"))
  }

  @Test func `a line is drawn through its points, in the order of the axis`() throws {
    let columns = [Column("x"), Column("y")]
    let points: [[CellValue]] = [[4, 4], [0, 0], [2, 2]]
    let lines = try output(.line, ["x", "y"], columns, points, width: 20)
    #expect(
      lines == [
        "y", "4 ┤              ⡠⠔⠊", "  │          ⢀⡠⠔⠉", "2 ┤       ⢀⡠⠒⠁", "  │   ⢀⡠⠔⠊⠁",
        "0 ┤⡠⠔⠊⠁",
        "  └┬───────┬───────┬", "   0       2       4", "                   x",
      ])
    let plain = try output(.line, ["x", "y"], columns, points, width: 20, isUnicode: false)
    #expect(
      plain == [
        "y", "4 +              ***", "  |          ****", "2 +      ****", "  |  ****", "0 +**",
        "  ++-------+-------+", "   0       2       4", "                   x",
      ])
  }

  @Test func `several lines have a sign or a colour each`() throws {
    let columns = ["x", "a", "b"].map { Column($0) }
    let points: [[CellValue]] = [[0, 0, 4], [4, 4, 0]]
    let plain = try output(.line, ["x", "a", "b"], columns, points, width: 30)
    #expect(plain[0] == "* a  + b")
    #expect(plain.joined().contains("*") && plain.joined().contains("+"))
    let painted = try output(
      .line, ["x", "a", "b"], columns, points, width: 30, colors: .standard)
    #expect(painted[0].contains("\u{1B}[38;5;27m⣿ ") && painted[0].contains("\u{1B}[38;5;166m⣿ "))
  }

  @Test(
    arguments: [
      (.bar, ["name", "n"], rows2(1, .null), [#"{"name":"a","n":1}"#, #"{"name":"b","n":null}"#]),
      (
        .histogram, ["n"], rows2(0, 1, 2),
        [#"{"from":0,"to":1,"count":1}"#, #"{"from":1,"to":2,"count":2}"#]
      ),
      (.scatter, ["n", "n"], rows2(2, 1), [#"{"n":2,"n":2}"#, #"{"n":1,"n":1}"#]),
      (.spark, ["n"], rows2(2, 1), [#"{"n":[2,1]}"#]),
    ] as [(ChartKind, [String], [[CellValue]], [String])])
  func `other formats have the figures`(
    kind: ChartKind, fields: [String], rows: [[CellValue]], lines: [String]
  ) throws {
    let bins = kind == .histogram ? 2 : nil
    #expect(try output(kind, fields, named, rows, format: .jsonl, bins: bins) == lines)
  }

  @Test func `a list in each record is a small line`() throws {
    let lists: [[CellValue]] = [
      [.text("a"), .list([1, 2, 3, 8])], [.text("b"), .list([5, .null, 5])],
      [.text("c"), .list([])],
      [.text("d"), .null],
    ]
    let lines = try output(.spark, ["n"], named, lists)
    #expect(lines.dropFirst() == ["a     ▁▂▃█", "b     ▅ ▅", "c", "d"])
    let plain = try output(.spark, ["n"], named, lists, isUnicode: false)
    #expect(plain[1] == "a     1238")
    #expect(
      try output(.spark, ["n"], named, Array(lists.prefix(1)), format: .jsonl)
        == [#"{"name":"a","n":[1,2,3,8]}"#])
  }

  @Test func `a list may come after records without one, and fields may change`() throws {
    let lists: [[CellValue]] = [[.text("a"), .null], [.text("b"), .list([1, 2])]]
    #expect(try output(.spark, ["n"], named, lists).dropFirst() == ["a", "b     ▁█"])
    let (sink, stage) = (
      MemorySink(),
      { (sink: MemorySink) in
        let output = Output(.jsonl, to: ByteStream(to: sink), flow: RecordFlow())
        let limit = GatherLimit(stage: "chart", limit: 10)
        return (SparkStage(RecordField("n", word: nil), limit, to: output) { _ in }, output)
      }
    )
    let (spark, output) = stage(sink)
    try spark.begin(named, isList: true)
    try spark.row([.text("a"), .list([1])])
    try spark.begin([Column("m")], isList: true)
    try spark.row([2])
    try spark.end()
    try output.finish()
    try output.destination.stream.flush()
    #expect(sink.text == #"{"name":"a","n":[1]}"# + "\n" + #"{"m":2}"# + "\n")
  }

  @Test func `no figure is changed by drawing it`() throws {
    let exact: [[CellValue]] = [
      [.text("a"), .integer(9_007_199_254_740_993)], [.text("b"), .text("12.50")],
    ]
    #expect(
      try output(.bar, ["name", "n"], named, exact, format: .jsonl)
        == [#"{"name":"a","n":9007199254740993}"#, #"{"name":"b","n":"12.50"}"#])
    let money: [[CellValue]] = [[.text("a"), 5, .text("EUR")]]
    #expect(
      try output(.bar, ["name", "price"], priced, money, format: .jsonl)
        == [#"{"name":"a","price":5,"code":"EUR"}"#])
    for text in ["0x10", "inf", "nan", "+1", "05"] {
      #expect(throws: ShellError.self, "\(text)") {
        try self.output(.bar, ["name", "n"], named, rows(.text(text)))
      }
    }
  }

  @Test(arguments: [-Double.leastNonzeroMagnitude, -Double.greatestFiniteMagnitude])
  func `the least numbers have a bar too`(number: Double) throws {
    let lines = try output(.bar, ["name", "n"], named, rows(.untyped("\(number)")))
    #expect(lines.last?.hasSuffix("█") == true)
  }

  @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-30T00:00:00Z"])
  func `times at the ends of the calendar are drawn`(time: String) throws {
    let times = rows(.text(time), .text(time.replacing("T00:", with: "T10:")))
    #expect(try output(.histogram, ["n"], named, times).count > 2)
    #expect(try output(.histogram, ["n"], named, rows(.text(time))).count == 2)
  }

  @Test func `the names of fields are escaped`() throws {
    let columns = [Column("name"), Column("a\u{1B}[31m")]
    let text = try output(.bar, ["name", "a\u{1B}[31m"], columns, rows(1)).joined()
    #expect(!text.contains("\u{1B}"))
    let none = try output(.bar, ["name", "a\u{1B}[31m"], columns, rows(.null)).joined()
    #expect(!none.contains("\u{1B}"))
  }

  @Test func `records without both coordinates are said`() throws {
    let columns = [Column("x"), Column("y")]
    let apart: [[CellValue]] = [[1, .null], [.null, 2]]
    #expect(try output(.scatter, ["x", "y"], columns, apart) == ["no record has both x and y"])
  }

  @Test func `hostile names are escaped, in text and in SVG`() throws {
    let hostile = [[CellValue.text("<b>&\u{1B}[31m\n"), .integer(1)]]
    let text = try output(.bar, ["name", "n"], named, hostile).joined(separator: "\n")
    #expect(!text.contains("\u{1B}") && text.split(separator: "\n").count == 2)
    let svg = try output(.bar, ["name", "n"], named, hostile, isSVG: true).joined(separator: "\n")
    #expect(svg.contains("&lt;b&gt;&amp;") && !svg.contains("\u{1B}"))
  }

  @Test func `a chart holds no more records than allowed`() throws {
    let many = Array(repeating: [CellValue.text("a"), .integer(1)], count: 1_001)
    let error = #expect(throws: ShellError.self) {
      try output(.bar, ["name", "n"], named, many)
    }
    #expect(error?.code == .limit)
  }
}

extension CellValue: ExpressibleByIntegerLiteral {
  /// Creates a whole number.
  public init(integerLiteral number: Int) { self = .integer(number) }
}
