/// Writes a table: a header in capitals and a line for each record, as wide as the terminal.
///
/// The first 1,000 rows decide the columns' widths. Wider text in later rows is cut on a terminal, but
/// written whole to a file, so that nothing is lost. Control characters are escaped in both. An empty list is
/// only a header in a file, and nothing on a terminal. With a vertical layout, each record is written like a
/// single one, after a line with its number; a list of one record wider than the terminal is written this way
/// too, without a number.
@MainActor
final class TableRenderer: RecordRenderer {
  private static let rowsHeld = 1000
  private static let barLength = 10
  private static let narrowestText = 8
  private static let narrowestNumber = 6

  let columns: [Column]
  private let stream: ByteStream
  let style: OutputStyle
  var formatter: CellFormatter
  private var held: [[CellValue]] = []
  private var layout: TableLayout?
  private var verticalCount = 0

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    self.columns = columns
    self.stream = stream
    self.style = style
    formatter = CellFormatter(columns, style: style)
  }

  func row(_ values: [CellValue]) throws {
    if style.isVertical { return try verticalRow(values) }
    if let layout { return try write(cells(of: values), in: layout) }
    held.append(values)
    if held.count == Self.rowsHeld { try beginTable() }
  }

  func showNow() throws {
    if layout == nil, !held.isEmpty { try beginTable() }
  }

  private func verticalRow(_ values: [CellValue]) throws {
    verticalCount += 1
    let line = style.locale?.isUTF8 == false ? "--" : "──"
    try writeLine("\(line) \(verticalCount) \(line)")
    try record(values)
  }

  func end(isComplete: Bool) throws {
    if style.isVertical { return }
    let needsHeader = !held.isEmpty || (isComplete && !style.isTerminal)
    guard layout == nil, needsHeader else { return }
    if held.count == 1, isTooWide { return try record(held[0]) }
    try beginTable()
  }

  /// Whether the held rows would be cut on the terminal.
  private var isTooWide: Bool {
    guard style.isTerminal, let limit = style.columns else { return false }
    let measures = measures(of: held, held.map(cells(of:)), headers)
    let gaps = TableLayout.gap * (columns.count - 1)
    return measures.reduce(gaps) { $0 + $1.natural } > limit
  }

  private var headers: [String] { columns.map { formatter.shown($0.name.uppercased()) } }

  private func beginTable() throws {
    let rows = held
    held = []
    formatter.alignBars(in: rows)
    let headers = headers
    let cells = rows.map(cells(of:))
    let layout = TableLayout(measures(of: rows, cells, headers), limit: style.columns)
    self.layout = layout
    try write(headers, in: layout, isHeader: true)
    for row in cells { try write(row, in: layout) }
  }

  private func measures(
    of rows: [[CellValue]], _ cells: [[String]], _ headers: [String]
  ) -> [TableLayout.Measure] {
    columns.indices.map { index in
      let header = TerminalText.width(of: headers[index])
      let widest = cells.reduce(0) { max($0, TerminalText.width(of: $1[index])) }
      let natural = max(1, header, widest, columns[index].width ?? 0)
      let isNumber = isNumber(index, in: rows)
      let minimum =
        isNumber || isUncut(index, in: rows)
        ? max(1, widest, min(header, Self.narrowestNumber)) : min(natural, Self.narrowestText)
      return TableLayout.Measure(natural: natural, minimum: minimum, alignsRight: isNumber)
    }
  }

  private func cells(of values: [CellValue]) -> [String] {
    columns.indices.map { formatter.text($0, in: values, barLength: Self.barLength) }
  }

  /// Whether a column contains money, or only numbers.
  private func isNumber(_ index: Int, in rows: [[CellValue]]) -> Bool {
    switch columns[index].hint {
    case .money: true
    case .stars, .bar, .date, .timestamp, .spark: false
    case nil:
      rows.contains { $0[index] != .null }
        && rows.allSatisfy { $0[index] == .null || $0[index].number != nil }
    }
  }

  /// Whether a column contains stars or dates, which would be misread if they were cut.
  private func isUncut(_ index: Int, in rows: [[CellValue]]) -> Bool {
    switch columns[index].hint {
    case .stars, .date, .timestamp: true
    case .money, .bar, .spark: false
    case nil: rows.contains { if case .date = $0[index] { true } else { false } }
    }
  }

  private func write(
    _ cells: [String], in layout: TableLayout, isHeader: Bool = false
  ) throws {
    var line = ""
    for (position, field) in layout.fields.enumerated() {
      let whole = cells[field.index]
      let text = style.columns == nil ? whole : TerminalText.cut(whole, to: field.width)
      let padding = String(
        repeating: " ", count: max(0, field.width - TerminalText.width(of: text)))
      if field.alignsRight { line += padding }
      line += painted(text, field, isHeader: isHeader)
      let isLast = position == layout.fields.count - 1
      if !field.alignsRight, !isLast || (isHeader && layout.omitsFields) { line += padding }
      if !isLast { line += String(repeating: " ", count: TableLayout.gap) }
    }
    if isHeader, layout.omitsFields {
      line += String(repeating: " ", count: TableLayout.gap) + TableLayout.omission
    }
    try writeLine(line)
  }

  func writeLine(_ line: String) throws {
    var line = line
    while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
    try stream.writeLine(line)
  }

  private func painted(_ text: String, _ field: TableLayout.Field, isHeader: Bool) -> String {
    if isHeader { return style.painted(text, as: .header) }
    return columns[field.index].hint == .stars ? style.painted(text, as: .rating) : text
  }
}
