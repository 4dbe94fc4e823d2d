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
  private let report: (String) -> Void

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
    keptRows: Int, report: @escaping (String) -> Void
  ) {
    self.format = format
    self.stream = stream
    self.style = style
    self.flow = flow
    self.keptRows = keptRows
    self.report = report
  }

  /// Whether the source has no end.
  var isEndless = false

  var isInList: Bool { renderer != nil || firstValue != nil }

  func begin(_ columns: [Column], isList: Bool) throws {
    let areValues = areValues || flow?.areValues == true
    if areValues, isList, hasFirstValue { return try beginList(columns) }
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
    if let count = result?.count, count < keptRows {
      result?.append(values)
    } else if result?.isCut == false {
      result?.isCut = true
    }
    try renderer.row(values)
  }

  private func record(_ values: [CellValue]) throws {
    result = Records(columns: columns, rows: [values], isList: false)
    guard hasFirstValue else { return try makeRenderer(columns).record(values) }
    switch format {
    case .table, .json:
      firstValue = values
      if format == .table, style.isTerminal { patience.begin() }
    case .tsv, .jsonl, .csv:
      // In these it is the same as a list of one.
      renderer = try makeRenderer()
      try renderer?.row(values)
    }
  }

  /// Gives the following records of the list other columns.
  func continueList(_ columns: [Column]) throws {
    guard let renderer else { return try begin(columns, isList: true) }
    try change(renderer, to: columns)
  }

  /// Makes the first value of a text of JSON the first record of a list.
  private func beginList(_ columns: [Column]) throws {
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
    if format == .table, style.isTerminal { try writeFirstValue() }
    try renderer?.showNow()
  }

  private func writeFirstValue() throws {
    guard let values = firstValue else { return }
    firstValue = nil
    patience.end()
    try makeRenderer(columns).record(values)
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

  /// What receives the records instead of the stream's text, if there is such a receiver.
  private var receiver: (any ResultReceiver)? {
    stream.records.flatMap { format == .table || !$0.takesTablesOnly ? $0 : nil }
  }

  /// Creates the renderer of a list.
  private func makeRenderer() throws -> any RecordRenderer {
    guard format.hasColumns || receiver != nil else { return try makeRenderer(columns) }
    return try GatheringRenderer(
      columns, receiver == nil ? format : .table, style: style,
      isEndless: isEndless || flow?.isEndless == true, report: report
    ) { [unowned self] in try makeRenderer($0) }
  }

  private func makeRenderer(_ columns: [Column]) throws -> any RecordRenderer {
    guard let receiver else {
      return format.renderer(columns, to: stream, style: style, report: report)
    }
    // Write the text that precedes the records.
    try stream.flush()
    return ReceivingRenderer(columns, to: receiver)
  }
}
