/// Writes a table: a header with the fields' names and a line for each record, as wide as the terminal.
///
/// If the columns do not fit on the terminal with whole names and at least the beginnings of their texts, those that
/// are empty in all rows are left out, then the last ones, but none that the user chose; a notice at the end names
/// them. If fewer than two fit, and for a list of one record, the records are written vertically instead: each with
/// all its fields like a single one, after a line with its number.
///
/// The first 1,000 rows decide that, and the columns' widths; of a slow source, on a terminal those that came within a
/// moment.
/// Wider text in later rows is cut on a terminal, but written whole to a file, so that nothing is lost. A wider
/// number or date widens its column; if the terminal is too narrow for that, the rest of the records are written
/// vertically. Behind the few rows of a slow source, wider text too takes the room that is left on the terminal.
/// Control characters are escaped in both. An empty list is only a header in a file, and nothing on a terminal.
@MainActor
final class TableRenderer: RecordRenderer {
  private static let rowsHeld = 1000
  private static let longestBar = 10
  private static let shortestBar = 4
  private static let narrowestText = 12
  /// How many of the columns that are left out are named.
  private static let mostNames = 8

  private enum Layout {
    case table(TableLayout)
    case vertical
  }

  private(set) var columns: [Column]
  private let stream: ByteStream
  let style: OutputStyle
  private let report: (String) -> Void
  var formatter: CellFormatter
  private var held: [[CellValue]] = []
  private var layout: Layout?
  /// The indexes of the columns that the table has.
  private var shown: [Int] = []
  /// Whether the layout was decided before there were 1,000 rows, since the source is slow.
  private var isEarly = false
  private lazy var patience = Patience { [weak self] in try? self?.showNow() }
  private var barLength = longestBar
  private var recordCount = 0
  private var lineCount = 0
  /// Called before each record of a list, and before each field of a single record, with its index and the
  /// number of lines before it.
  var willBegin: ((_ index: Int, _ line: Int) -> Void)?

  /// Creates a renderer.
  ///
  /// - Parameter report: receives the notice about columns that are left out.
  init(
    _ columns: [Column], to stream: ByteStream, style: OutputStyle,
    report: @escaping (String) -> Void
  ) {
    self.columns = columns
    self.stream = stream
    self.style = style
    self.report = report
    formatter = CellFormatter(columns, style: style)
  }

  func row(_ values: [CellValue]) throws {
    switch layout {
    case .table(let table): try write(values, in: table)
    case .vertical: try writeVertically(values)
    case nil:
      if held.isEmpty, style.isTerminal { patience.begin() }
      held.append(values)
      if held.count == Self.rowsHeld { try begin() }
    }
  }

  func showNow() throws {
    guard layout == nil, !held.isEmpty else { return }
    isEarly = true
    try begin()
  }

  /// Adds columns while the layout is open.
  func change(_ columns: [Column]) -> Bool {
    guard layout == nil, columns.starts(with: self.columns) else { return false }
    let missing = Array(repeating: CellValue.missing, count: columns.count - self.columns.count)
    held = held.map { $0 + missing }
    self.columns = columns
    formatter = CellFormatter(columns, style: style)
    return true
  }

  func end(isComplete: Bool) throws {
    let isEmptyTable = isComplete && !style.isTerminal && style.layout != .vertical
    if layout == nil, !held.isEmpty || isEmptyTable { try begin(isAlone: held.count == 1) }
    reportLeftOut()
  }

  private func reportLeftOut() {
    let missing = formatter.visible.filter { !shown.contains($0) }
    guard layout != nil, !missing.isEmpty else { return }
    var names = missing.prefix(Self.mostNames).map {
      formatter.shown(String(columns[$0].name.prefix(60)))
    }
    if missing.count > names.count { names.append("\(missing.count - names.count) more") }
    report(
      "columns not shown: \(names.listed(with: "and")); 'select' chooses columns, '-o json' shows all"
    )
  }

  /// Writes a row after those that decided the widths.
  private func write(_ values: [CellValue], in table: TableLayout) throws {
    let cells = cells(of: values)
    guard isCut else { return try write(cells, in: table) }
    var wider: TableLayout?
    for (position, index) in shown.enumerated() {
      // A text has at least a byte for each cell, so that most need no closer look.
      guard cells[position].utf8.count > table.fields[position].width else { continue }
      let isWhole = isWhole(values[index], at: index)
      guard isWhole || isEarly else { continue }
      let width = TerminalText.width(of: cells[position])
      var changed = wider ?? table
      if !isWhole {
        changed.stretch(position, to: width)
        wider = changed
        continue
      }
      guard changed.widen(position, to: width) else {
        layout = .vertical
        return try writeVertically(values)
      }
      wider = changed
    }
    if let wider { layout = .table(wider) }
    try write(cells, in: wider ?? table)
  }

  /// Whether a value would be misread if it were cut.
  private func isWhole(_ value: CellValue, at index: Int) -> Bool {
    switch columns[index].hint {
    case .bar, .spark: return false
    case .money, .stars, .date, .timestamp, nil: break
    }
    if case .date = value { return true }
    return value.number != nil
  }

  private func writeVertically(_ values: [CellValue]) throws {
    beginRecord()
    let line = OutputStyle.separator(recordCount, isASCII: style.locale?.isUTF8 == false)
    try writeLine(style.columns.map { TerminalText.cut(line, to: $0) } ?? line)
    try writeFields(of: values)
  }

  private func beginRecord() {
    willBegin?(recordCount, lineCount)
    recordCount += 1
  }

  func beginField(_ index: Int) { willBegin?(index, lineCount) }

  /// Decides the layout, and writes the rows that were held for it.
  ///
  /// - Parameter isAlone: whether there is only one record.
  private func begin(isAlone: Bool = false) throws {
    let rows = held
    held = []
    formatter.prepare(for: rows)
    shown = formatter.visible
    var cells = style.layout == .vertical ? [] : rows.map(cells(of:))
    guard style.layout != .vertical, let table = table(of: rows, &cells, isAlone: isAlone) else {
      layout = .vertical
      for row in rows { try writeVertically(row) }
      return
    }
    layout = .table(table)
    if let length = barLength(in: table) {
      barLength = length
      cells = rows.map(self.cells(of:))
    }
    try write(headers, in: table, isHeader: true)
    for row in cells { try write(row, in: table) }
  }

  private var headers: [String] { shown.map { formatter.shown(columns[$0].name) } }

  /// Lays the rows out, without the columns that do not fit; nil if they have to be written vertically.
  private func table(
    of rows: [[CellValue]], _ cells: inout [[String]], isAlone: Bool
  ) -> TableLayout? {
    let headers = headers
    let measures = shown.enumerated().map { position, index in
      let header = TerminalText.width(of: headers[position])
      let widest = cells.reduce(0) { max($0, TerminalText.width(of: $1[position])) }
      let natural = max(1, header, widest, columns[index].width ?? 0)
      let isNumber = isNumber(index, in: rows)
      let minimum =
        isNumber || isUncut(index, in: rows) ? widest : min(natural, narrowest(index))
      return TableLayout.Measure(
        natural: natural, minimum: max(1, header, minimum), alignsRight: isNumber)
    }
    let limit = style.layout == .wide ? nil : style.columns
    if let table = TableLayout(measures, limit: limit) { return table }
    if isAlone { return nil }
    var kept = shown.indices.filter { position in
      columns[shown[position]].isChosen || !cells.allSatisfy { $0[position].isEmpty }
    }
    while kept.count > 1 {
      guard let table = TableLayout(kept.map { measures[$0] }, limit: limit) else {
        guard let last = kept.lastIndex(where: { !columns[shown[$0]].isChosen }) else { break }
        kept.remove(at: last)
        continue
      }
      shown = kept.map { shown[$0] }
      cells = cells.map { row in kept.map { row[$0] } }
      return table
    }
    return nil
  }

  private func narrowest(_ index: Int) -> Int {
    guard case .bar = columns[index].hint else { return Self.narrowestText }
    return formatter.width(ofBar: Self.shortestBar)
  }

  /// The length of whole bars, which is the same in all columns; nil if the bars fit.
  private func barLength(in table: TableLayout) -> Int? {
    zip(shown, table.fields).compactMap { index, field in
      guard case .bar = columns[index].hint, field.isCut else { return nil }
      return formatter.barLength(within: field.width)
    }
    .min()
  }

  private func cells(of values: [CellValue]) -> [String] {
    shown.map { formatter.text($0, in: values, barLength: barLength) }
  }

  /// Whether a column contains money, or only numbers.
  private func isNumber(_ index: Int, in rows: [[CellValue]]) -> Bool {
    switch columns[index].hint {
    case .money: true
    case .stars, .bar, .date, .timestamp, .spark: false
    case nil:
      rows.contains { !$0[index].isNothing }
        && rows.allSatisfy { $0[index].isNothing || $0[index].number != nil }
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

  /// Whether texts are cut to the columns' widths.
  private var isCut: Bool { style.columns != nil && style.layout != .wide }

  private func write(_ cells: [String], in table: TableLayout, isHeader: Bool = false) throws {
    if !isHeader { beginRecord() }
    var line = ""
    let isCut = isCut
    for (position, field) in table.fields.enumerated() {
      let text = isCut ? TerminalText.cut(cells[position], to: field.width) : cells[position]
      let padding = String(
        repeating: " ", count: max(0, field.width - TerminalText.width(of: text)))
      if field.alignsRight { line += padding }
      line += isHeader ? style.painted(text, as: .header) : painted(text, at: position)
      guard position < table.fields.count - 1 else { break }
      if !field.alignsRight { line += padding }
      line += String(repeating: " ", count: TableLayout.gap)
    }
    try writeLine(line)
  }

  func writeLine(_ line: String) throws {
    lineCount += 1
    var line = line
    while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
    try stream.writeLine(line)
  }

  private func painted(_ text: String, at position: Int) -> String {
    columns[shown[position]].hint == .stars ? style.painted(text, as: .rating) : text
  }
}

extension Records {
  /// Draws the records as a table.
  ///
  /// - Returns: the lines; for the first line of each record of a list, or of each field of a single record,
  ///   the index of that record or field; and the notice about columns that are left out, if any are.
  @MainActor
  package func table(
    _ style: OutputStyle
  ) -> (lines: [String], starts: [Int: Int], notice: String?) {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    var notice: String?
    let renderer = TableRenderer(columns, to: stream, style: style) { notice = $0 }
    var starts: [Int: Int] = [:]
    renderer.willBegin = { index, line in starts[line] = index }
    do {
      for row in rows { try isList ? renderer.row(row) : renderer.record(row) }
      try renderer.end(isComplete: true)
      try stream.flush()
    } catch {
      // Writing to memory cannot fail.
    }
    let lines = sink.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return (lines.map(String.init), starts, notice)
  }
}
