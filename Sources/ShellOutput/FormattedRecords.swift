/// Writes records in a format, and keeps the first ones for `$_`.
@MainActor
final class FormattedRecords: RecordStage {
  private let format: OutputFormat
  private let stream: ByteStream
  private let style: OutputStyle
  /// The flow of the pipeline whose records these are; consecutive lists are then written as one.
  private let flow: RecordFlow?
  /// How many rows of the result are kept.
  private let keptRows: Int

  private var columns: [Column] = []
  /// Writes the rows of a list; nil for single records.
  private var renderer: (any RecordRenderer)?
  private var result: Records?

  /// Whether the record or list that begins is the first value of a text of JSON, or the list of the others.
  var areValues = false
  /// Whether the last record is the first value of such a text, and may become the first record of a list.
  private var hasFirstValue = false
  /// The first value, as long as it is not known whether it is written alone or in a list.
  private var firstValue: [CellValue]?
  private lazy var patience = Patience { [weak self] in try? self?.showNow() }

  init(
    _ format: OutputFormat, to stream: ByteStream, style: OutputStyle, flow: RecordFlow?,
    keptRows: Int
  ) {
    self.format = format
    self.stream = stream
    self.style = style
    self.flow = flow
    self.keptRows = keptRows
  }

  var isInList: Bool { renderer != nil || firstValue != nil }

  func begin(_ columns: [Column], isList: Bool) throws {
    let areValues = areValues || flow?.areValues == true
    if areValues, isList, hasFirstValue { return try continueList(columns) }
    if flow != nil, isList, !hasFirstValue, let renderer {
      return try change(renderer, to: columns)
    }
    try endList(isComplete: true)
    self.columns = columns
    hasFirstValue = areValues && !isList
    guard isList else { return }
    result = Records(columns: columns, rows: [], isList: true)
    renderer = try makeRenderer()
  }

  func row(_ values: [CellValue]) throws {
    guard let renderer else { return try record(values) }
    if let count = result?.rows.count, count < keptRows {
      result?.rows.append(values)
    } else if result?.isCut == false {
      result?.isCut = true
    }
    try renderer.row(values)
  }

  private func record(_ values: [CellValue]) throws {
    result = Records(columns: columns, rows: [values], isList: false)
    guard hasFirstValue else { return try makeRenderer().record(values) }
    switch format {
    case .table, .json:
      firstValue = values
      if format == .table { patience.begin() }
    case .tsv, .jsonl, .csv:
      // In these it is the same as a list of one.
      renderer = try makeRenderer()
      try renderer?.row(values)
    }
  }

  /// Makes the first value of a text of JSON the first record of a list.
  private func continueList(_ columns: [Column]) throws {
    hasFirstValue = false
    result?.isList = true
    if let values = firstValue {
      firstValue = nil
      renderer = try makeRenderer()
      try renderer?.row(values)
    }
    if let renderer { return try change(renderer, to: columns) }
    // It is already shown, as a single record.
    self.columns = columns
    result?.change(columns)
    renderer = try makeRenderer()
  }

  /// Shows the rows written so far.
  func showNow() throws {
    if format == .table { try writeFirstValue() }
    try renderer?.showNow()
  }

  /// Gives the following rows of the list further fields.
  func extend(_ columns: [Column]) throws {
    guard let renderer else { return try begin(columns, isList: true) }
    try change(renderer, to: columns)
  }

  private func writeFirstValue() throws {
    guard let values = firstValue else { return }
    firstValue = nil
    patience.end()
    try makeRenderer().record(values)
  }

  /// Ends the list, if one has begun.
  ///
  /// - Parameter isComplete: false if rows are missing; a JSON array then stays unclosed.
  func endList(isComplete: Bool) throws {
    try writeFirstValue()
    hasFirstValue = false
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
