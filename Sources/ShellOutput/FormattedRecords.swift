/// Writes records in a format, and keeps the first ones for `$_`.
@MainActor
final class FormattedRecords: RecordStage {
  private let format: OutputFormat
  private let stream: ByteStream
  private let style: OutputStyle
  /// Whether consecutive lists are written as one, since they come from one pipeline.
  private let joinsLists: Bool
  /// How many rows of the result are kept.
  private let keptRows: Int

  private var columns: [Column] = []
  /// Writes the rows of a list; nil for single records.
  private var renderer: (any RecordRenderer)?
  private var result: Records?

  init(
    _ format: OutputFormat, to stream: ByteStream, style: OutputStyle, joinsLists: Bool,
    keptRows: Int
  ) {
    self.format = format
    self.stream = stream
    self.style = style
    self.joinsLists = joinsLists
    self.keptRows = keptRows
  }

  var isInList: Bool { renderer != nil }

  func begin(_ columns: [Column], isList: Bool) throws {
    if joinsLists, isList, let renderer { return try change(renderer, to: columns) }
    try endList(isComplete: true)
    self.columns = columns
    guard isList else { return }
    result = Records(columns: columns, rows: [], isList: true)
    renderer = try makeRenderer()
  }

  func row(_ values: [CellValue]) throws {
    guard let renderer else {
      result = Records(columns: columns, rows: [values], isList: false)
      return try makeRenderer().record(values)
    }
    if let count = result?.rows.count, count < keptRows {
      result?.rows.append(values)
    } else if result?.isCut == false {
      result?.isCut = true
    }
    try renderer.row(values)
  }

  /// Shows the rows written so far.
  func showNow() throws { try renderer?.showNow() }

  /// Ends the list, if one has begun.
  ///
  /// - Parameter isComplete: false if rows are missing; a JSON array then stays unclosed.
  func endList(isComplete: Bool) throws {
    guard let renderer else { return }
    self.renderer = nil
    try renderer.end(isComplete: isComplete)
  }

  func takeResult() -> Records? {
    defer { result = nil }
    return result
  }

  /// Continues the list with records that have different fields.
  private func change(_ renderer: any RecordRenderer, to columns: [Column]) throws {
    guard columns != self.columns else { return }
    self.columns = columns
    result?.change(columns)
    if try renderer.change(columns) { return }
    try endList(isComplete: true)
    self.renderer = try makeRenderer()
  }

  private func makeRenderer() throws -> any RecordRenderer {
    guard let receiver = stream.records, format == .table || !receiver.takesTablesOnly else {
      return format.renderer.init(columns, to: stream, style: style)
    }
    // Write the text that precedes the records.
    try stream.flush()
    return ReceivingRenderer(columns, to: stream, style: style)
  }
}
