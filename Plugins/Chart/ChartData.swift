import FoundationEssentials
import SeashellKit

/// A chart, ready to be drawn.
enum ChartData {
  case bars(BarData)
  case plot(PlotData)
}

/// The bars of a bar chart or a histogram, all on one scale.
struct BarData {
  struct Row {
    var label: String
    var text: String
    /// Nil for a record without a value.
    var number: Double?
  }

  var labelName: String
  var valueName: String
  var rows: [Row]
  /// What the labels leave out, such as the year of dates.
  var labelContext: String?
  /// Labels for a narrow window, if they must not be cut: a part of a number would be misread.
  var shortLabels: [String]?
  var remarks: [String]

  /// Whether labels are never cut.
  var keepsLabels: Bool { shortLabels != nil }

  /// The width of the widest label in cells.
  var labelWidth: Int { rows.map { TerminalText.width(of: $0.label) }.max() ?? 0 }

  /// The same bars with short labels, where the others are wider than a number of cells.
  func fitting(_ width: Int) -> BarData {
    guard let shortLabels, labelWidth > width else { return self }
    var data = self
    data.labelName += " from"
    for index in rows.indices { data.rows[index].label = shortLabels[index] }
    return data
  }

  /// The range of the scale, which contains zero; O(n).
  var range: ClosedRange<Double> {
    rows.reduce(0...0) { range, row in
      let number = row.number ?? 0
      return min(range.lowerBound, number)...max(range.upperBound, number)
    }
  }
}

/// The points of a line chart or a scatter plot.
struct PlotData {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  struct Series {
    var name: String
    /// The points, sorted by `x` for a line chart; nil where a value is missing.
    var points: [Point?]
  }

  var joinsPoints: Bool
  var xName: String
  var x: Axis
  var y: Axis
  var series: [Series]
  var remarks: [String]

  /// The range of the values on an axis, and how they are written.
  struct Axis {
    var range: ClosedRange<Double>
    var text: NumberText
    /// Whether the ends are widened to a mark.
    var isWidened: Bool

    /// The scale, with at most so many distances between its marks.
    func scale(_ count: Int) -> Scale {
      if text.isTime { return Scale(times: range, count: count) }
      let scale = Scale(range, count: count)
      return isWidened ? scale : scale.cut(to: range)
    }
  }
}

/// The records of a chart, gathered.
struct ChartRecords {
  let kind: ChartKind
  let bins: Int?
  /// The names of bars, as the records have them.
  private var labels: [CellValue] = []
  private var label: RecordField?
  private(set) var fields: [ChartField]

  init(_ kind: ChartKind, _ fields: [RecordField], bins: Int?) {
    (self.kind, self.bins) = (kind, bins)
    label = kind == .bar ? fields[0] : nil
    self.fields = fields.dropFirst(kind == .bar ? 1 : 0).enumerated().map { index, field in
      ChartField(field, takesTimes: kind == .histogram || kind != .bar && index == 0)
    }
  }

  var count: Int { fields[0].numbers.count }

  /// The fields that some record must have.
  var requiredFields: [RecordField] { (label.map { [$0] } ?? []) + fields.map(\.field) }

  mutating func begin(_ columns: [Column]) {
    label?.find(in: columns)
    for index in fields.indices { fields[index].begin(columns) }
  }

  mutating func add(_ row: [CellValue]) throws {
    if let label { labels.append(label.value(in: row)) }
    for index in fields.indices { try fields[index].add(row) }
  }

  /// Returns what is drawn; nil if no record has a value.
  @MainActor
  func data(in style: OutputStyle) -> ChartData? {
    guard fields[0].missing < count else { return nil }
    switch kind {
    case .bar: return .bars(bars(style))
    case .histogram: return .bars(histogram(style))
    case .line, .scatter: return plot(style).map(ChartData.plot)
    case .spark: return nil
    }
  }

  /// What remains to be said if no record has a value.
  var emptyRemark: String {
    guard count > 0 else { return "no records to draw" }
    guard let field = fields.first(where: { $0.missing == count }) else {
      return "no record has both \(fields.map(\.name).joined(separator: " and "))"
    }
    return count == 1
      ? "the record has no \(field.name)" : "none of \(count) records has a \(field.name)"
  }

  @MainActor
  private func bars(_ style: OutputStyle) -> BarData {
    let value = fields[0]
    let rows = zip(labels, value.numbers).enumerated().map { index, record in
      let (label, number) = record
      return BarData.Row(
        label: TerminalText.escaped(TerminalText.flattened(label.plainText)),
        text: number == nil ? "" : value.shown(index, in: style).text(value.values[index]),
        number: number)
    }
    return BarData(
      labelName: label.map { TerminalText.escaped(TerminalText.flattened($0.text)) } ?? "",
      valueName: value.title(in: style), rows: rows,
      remarks: value.currencyRemarks)
  }

  /// The number as a value, in its shortest form.
  private static func value(_ number: Double) -> CellValue {
    if let whole = Int(exactly: number) { return .integer(whole) }
    return Decimal(string: "\(number)").map(CellValue.decimal) ?? .untyped("\(number)")
  }

  private var counted: Bins {
    Bins(fields[0].numbers.compactMap(\.self), count: bins, isTime: fields[0].isTime)
  }

  @MainActor
  private func histogram(_ style: OutputStyle) -> BarData {
    let (counted, text) = (counted, fields[0].shown(in: style))
    let edges = counted.edges.map { text.text($0) }
    let dash = style.isUnicode ? "–" : "-"
    let widths = (
      edges.dropLast().map(\.count).max() ?? 0, edges.dropFirst().map(\.count).max() ?? 0
    )
    let rows = counted.counts.enumerated().map { index, number in
      let label =
        edges.count == 1
        ? edges[0]
        : edges[index].padded(to: widths.0) + " \(dash) " + edges[index + 1].padded(to: widths.1)
      return BarData.Row(label: label, text: "\(number)", number: Double(number))
    }
    return BarData(
      labelName: fields[0].title(in: style), valueName: "count", rows: rows,
      labelContext: counted.context,
      shortLabels: edges.dropLast(edges.count == 1 ? 0 : 1).map { $0.padded(to: widths.0) },
      remarks: fields[0].remarks("not counted"))
  }

  private func plot(_ style: OutputStyle) -> PlotData? {
    let (x, values) = (fields[0], fields.dropFirst())
    var order = x.numbers.indices.filter { x.numbers[$0] != nil }
    if kind == .line { order.sort { (x.numbers[$0] ?? 0, $0) < (x.numbers[$1] ?? 0, $1) } }
    let series = values.map { field in
      PlotData.Series(
        name: field.title(in: style),
        points: order.map { index in
          guard let x = x.numbers[index], let y = field.numbers[index] else { return nil }
          return PlotData.Point(x: x, y: y)
        })
    }
    let points = series.flatMap { $0.points.compactMap(\.self) }
    guard let first = points.first else { return nil }
    var (xs, ys) = (first.x...first.x, first.y...first.y)
    for point in points {
      xs = min(xs.lowerBound, point.x)...max(xs.upperBound, point.x)
      ys = min(ys.lowerBound, point.y)...max(ys.upperBound, point.y)
    }
    let currencies = Set(values.flatMap(\.currencies))
    let isOneMoney = currencies.count == 1 && values.allSatisfy { !$0.currencies.isEmpty }
    let text = NumberText(
      isTime: false, currency: isOneMoney ? currencies.first : nil, style: style)
    var remarks = fields.flatMap { $0.remarks("not drawn") }
    if currencies.count > 1, values.allSatisfy({ $0.currencies.count < 2 }) {
      remarks.append("amounts in several currencies share one axis")
    }
    return PlotData(
      joinsPoints: kind == .line, xName: x.title(in: style),
      x: PlotData.Axis(range: xs, text: x.shown(in: style), isWidened: kind == .scatter),
      y: PlotData.Axis(range: ys, text: text, isWidened: true), series: series,
      remarks: remarks)
  }

  /// The figures of the chart as records.
  var figures: (columns: [Column], rows: [[CellValue]]) {
    if kind == .histogram {
      let columns = ["from", "to", "count"].map { Column($0) }
      guard fields[0].missing < count else { return (columns, []) }
      let counted = counted
      func cell(_ mark: ScaleMark) -> CellValue {
        if fields[0].isTime { return .date(Date(timeIntervalSince1970: mark.number)) }
        return Self.value(mark.number)
      }
      let rows = counted.counts.enumerated().map { index, number in
        [
          cell(counted.edges[index]), cell(counted.edges[min(index + 1, counted.edges.count - 1)]),
          .integer(number),
        ]
      }
      return (columns, rows)
    }
    var columns: [Column] = []
    var parts: [(Int) -> CellValue] = []
    if let label {
      columns.append(Column(label.text))
      parts.append { labels[$0] }
    }
    for field in fields {
      columns.append(Column(field.field.text, hint: field.hint))
      parts.append { field.values[$0] }
    }
    // Amounts keep their currency.
    for field in fields {
      guard case .money(let name)? = field.hint, !columns.contains(where: { $0.name == name }),
        field.codes.contains(where: { $0 != nil })
      else { continue }
      columns.append(Column(name))
      parts.append { index in field.codes[index].map(CellValue.text) ?? .null }
    }
    var order = Array(0..<count)
    if kind == .line {
      let x = fields[0].numbers
      order = order.filter { x[$0] != nil }.sorted { (x[$0] ?? 0, $0) < (x[$1] ?? 0, $1) }
    }
    let rows = order.map { index in parts.map { $0(index) } }
    return (columns, rows)
  }
}

extension String {
  /// The text with blanks before it, up to a width in cells.
  func padded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - TerminalText.width(of: self))) + self
  }

  /// The text with blanks behind it, up to a width in cells.
  func filled(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TerminalText.width(of: self)))
  }

  /// The name of an axis with what its marks leave out, of which only the name is cut.
  func titled(_ context: String?, within width: Int) -> String {
    let end = context.map { " (\($0))" } ?? ""
    return end.count < width
      ? TerminalText.cut(self, to: width - end.count) + end : TerminalText.cut(self, to: width)
  }
}

extension OutputStyle {
  /// The width of a chart: of the terminal, or of a page of text.
  var chartWidth: Int { columns ?? 80 }

  /// The line in place of a chart that is too wide.
  func noRoom(needing columns: Int) -> [String] {
    [TerminalText.cut("no room for the chart; it needs \(columns) columns", to: chartWidth)]
  }
}
