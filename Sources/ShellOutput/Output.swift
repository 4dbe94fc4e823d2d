/// Receives a command's results.
///
/// A command writes columns and then rows, a single record, or text. The user's choice of format
/// decides how they look. Every method throws if the results cannot be written; a command should let
/// these errors pass to the shell.
@MainActor
public final class Output {
  /// The most records of a result that are kept for `$_`.
  package static let keptRecords = 1000

  let format: OutputFormat
  /// The abilities of the stream's reader.
  package let style: OutputStyle
  let stream: ByteStream
  /// The stream for records; the same one, unless records and text are kept apart.
  private let recordStream: ByteStream

  /// The stage that receives the records; nil if they are written.
  private let stage: (any RecordStage)?
  /// The name of the command that writes, for errors.
  package var writer: String
  /// The name of the stage that receives the records, for errors.
  private let reader: String
  /// Whether text goes to the stream, though a stage receives the records.
  private let takesText: Bool
  /// What the stages of the pipeline share; nil outside a pipeline.
  package let flow: RecordFlow?
  /// Whether lists that follow one another are written as one, since they come from one pipeline.
  private let joinsLists: Bool
  /// The most rows of the result to keep.
  private let keptRows: Int

  /// Whether records are shown as a table at a terminal, which cuts texts that are too wide.
  package var isTerminalTable: Bool { format == .table && style.isTerminal && stage == nil }

  private var columns: [Column] = []
  /// Whether there are columns for the rows that follow.
  private var hasColumns = false
  /// Whether a stage receives the records.
  var passesOn: Bool { stage != nil }
  /// Whether the next row is a single record.
  private var isSingle = false
  private var renderer: (any RecordRenderer)?
  private var result: Records?
  private var isCutOff = false
  /// The output of the same results in another format; nil if there is none.
  var converted: Output?
  /// Called at the first write after the command has ended.
  private var lateWrite: (() -> Void)?

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - format: the format of records.
  ///   - stream: the stream to write to. The shell flushes it.
  ///   - style: the abilities of the stream's reader.
  ///   - flow: what the stages of the pipeline share, if these are its results. Lists that follow one
  ///     another are written as one then.
  ///   - keptRows: the most rows of the result to keep.
  package init(
    _ format: OutputFormat, to stream: ByteStream, style: OutputStyle = .plain,
    flow: RecordFlow? = nil, keptRows: Int = Output.keptRecords
  ) {
    self.format = format
    self.style = style
    self.stream = stream
    recordStream = stream
    stage = nil
    self.flow = flow
    joinsLists = flow != nil
    (writer, reader, takesText) = ("", "", false)
    self.keptRows = keptRows
  }

  /// Creates an output that passes records on to the next stage of a pipeline.
  ///
  /// - Parameters:
  ///   - stage: receives the records.
  ///   - text: receives text; nil if text is an error.
  ///   - flow: what the stages of the pipeline share.
  ///   - writer: the name of the command that writes, for errors.
  ///   - reader: the name of the stage, for errors.
  package init(
    passingTo stage: any RecordStage, text: ByteStream? = nil, in flow: RecordFlow,
    from writer: String = "the command", to reader: String = "the next stage"
  ) {
    self.writer = writer
    self.reader = reader
    takesText = text != nil
    format = .jsonl
    style = .plain
    stream = text ?? ByteStream(to: MemorySink())
    recordStream = stream
    self.stage = stage
    self.flow = flow
    joinsLists = false
    keptRows = 0
  }

  /// Creates an output that keeps records and text apart.
  ///
  /// - Parameters:
  ///   - records: receives each record as a line of JSON.
  ///   - text: receives everything else.
  package init(records: ByteStream, text: ByteStream) {
    format = .jsonl
    style = .plain
    stream = text
    recordStream = records
    stage = nil
    flow = nil
    joinsLists = false
    keptRows = Self.keptRecords
    (writer, reader, takesText) = ("", "", false)
  }

  /// Begins a list of records and ends the list before it.
  ///
  /// Behind the stages of a pipeline, the lists are written as one; the records that follow have other
  /// fields.
  ///
  /// - Parameters:
  ///   - columns: the fields of the list's records.
  ///   - isList: false if the next row is a single record, and not a list of one.
  /// - Throws: an error if the results cannot be written.
  public func columns(_ columns: [Column], isList: Bool = true) throws {
    try checkOpen()
    isSingle = !isList
    if let stage {
      self.columns = columns
      hasColumns = true
      return try stage.begin(columns, isList: isList)
    }
    if joinsLists, isList, let renderer { return try change(renderer, to: columns) }
    try endList(isComplete: true)
    self.columns = columns
    hasColumns = true
    guard isList else { return }
    result = Records(columns: columns, rows: [], isList: true)
    renderer = try makeRenderer(columns)
  }

  private func makeRenderer(_ columns: [Column]) throws -> any RecordRenderer {
    guard let receiver = recordStream.records, format == .table || !receiver.takesTablesOnly else {
      return format.renderer.init(columns, to: recordStream, style: style)
    }
    // The text before the records.
    try recordStream.flush()
    return ReceivingRenderer(columns, to: recordStream, style: style)
  }

  /// Continues the list with records that have other fields.
  private func change(_ renderer: any RecordRenderer, to columns: [Column]) throws {
    guard columns != self.columns else { return }
    self.columns = columns
    result?.change(columns)
    if try renderer.change(columns) { return }
    try endList(isComplete: true)
    self.renderer = try makeRenderer(columns)
  }

  /// Writes a record of the list.
  ///
  /// - Parameter values: a value for each column, in the same order.
  /// - Throws: ``ShellError`` if there are no columns or the number of values is wrong; an error if the
  ///   results cannot be written.
  public func row(_ values: [CellValue]) throws {
    guard let renderer else { return try rowWithoutList(values) }
    try check(values)
    if let count = result?.rows.count, count < keptRows { result?.rows.append(values) }
    try renderer.row(values)
  }

  /// Passes a row on to the next stage, or writes a single record.
  private func rowWithoutList(_ values: [CellValue]) throws {
    try checkOpen()
    guard hasColumns else { throw OutputMisuse(message: "wrote a row before its columns") }
    try check(values)
    if let stage { return try stage.row(values) }
    guard isSingle else { throw OutputMisuse(message: "wrote a row before its columns") }
    try write(record: values)
  }

  private func write(record values: [CellValue]) throws {
    result = Records(columns: columns, rows: [values], isList: false)
    try makeRenderer(columns).record(values)
  }

  /// Writes a single record and ends the list before it.
  ///
  /// - Parameters:
  ///   - columns: the record's fields.
  ///   - values: a value for each field, in the same order.
  /// - Throws: ``ShellError`` if the number of values is wrong; an error if the results cannot be
  ///   written.
  public func record(_ columns: [Column], _ values: [CellValue]) throws {
    try self.columns(columns, isList: false)
    try row(values)
  }

  /// Waits until the stages of the pipeline that follow can take more records.
  ///
  /// Call it from time to time in a command that writes many rows, such as after each page of a list.
  /// Without such stages it returns at once.
  ///
  /// - Throws: `CancellationError` if the command is cancelled.
  public func room() async throws {
    if let flow, !flow.waitingStages.isEmpty { try await flow.room() }
  }

  /// Writes a text and a newline, the same in every format, and ends the list before it.
  ///
  /// - Parameter text: the text, which can have several lines. Control characters are escaped on a
  ///   terminal.
  /// - Throws: an error if the results cannot be written.
  public func text(_ text: String) throws {
    try beginText()
    try stream.writeLine(
      style.isTerminal ? TerminalText.escaped(text, keepsLines: true) : text)
  }

  /// Ends the list before a text; inlined, since every print passes here.
  @inline(__always)
  func beginText() throws {
    try checkOpen()
    if stage != nil { try beginTextBesideStage() }
    if renderer != nil { try endList(isComplete: true) }
  }

  private func beginTextBesideStage() throws {
    guard takesText else { throw textForStage }
    hasColumns = false
  }

  /// Writes bytes unchanged, even to a terminal.
  func pass(_ bytes: some Collection<UInt8>) throws {
    try checkOpen()
    try stream.write { $0.append(contentsOf: bytes) }
  }

  /// Writes a line that an encoder appends piece by piece, for a reader that is not a terminal.
  package func line(_ encode: (inout [UInt8]) -> Void) throws {
    try beginText()
    try stream.write {
      encode(&$0)
      $0.append(UInt8(ascii: "\n"))
    }
  }

  /// Shows the results so far, for a command whose results arrive while the user watches.
  ///
  /// The rows so far decide a table's widths, and the results do not go through the pager.
  ///
  /// - Throws: an error if the results cannot be written.
  public func showNow() throws {
    try renderer?.showNow()
    try stream.showNow()
  }

  /// Discards all further writes: the command has ended, or the shell no longer waits for it.
  ///
  /// - Parameter lateWrite: called once, at the first of these writes.
  package func cutOff(onLateWrite lateWrite: (() -> Void)? = nil) {
    isCutOff = true
    renderer = nil
    self.lateWrite = lateWrite
  }

  /// - Throws: `OutputClosed` if writes are discarded.
  @inline(__always)
  private func checkOpen() throws {
    if isCutOff { throw discarded() }
  }

  private func discarded() -> OutputClosed {
    lateWrite?()
    lateWrite = nil
    return OutputClosed()
  }

  /// Ends the list, so that later notices appear below it.
  ///
  /// The shell calls it after each command that succeeds.
  ///
  /// - Throws: an error if the results cannot be written.
  public func finish() throws {
    try endList(isComplete: true)
  }

  /// Ends the list of a command that failed: its rows stay, and a JSON array stays unclosed.
  package func abandon() throws {
    try converted?.abandon()
    try endList(isComplete: false)
  }

  /// Returns and clears the last result, at most ``keptRecords`` rows.
  package func takeResult() -> Records? {
    defer { result = nil }
    return result
  }

  /// The error of a command that writes text, which no stage can read.
  private var textForStage: ShellError {
    ShellError(
      .usage, "'\(writer)' writes text, and '\(reader)' takes records",
      hint: "write 'from json', 'from csv' or the like between them")
  }

  private func endList(isComplete: Bool) throws {
    hasColumns = false
    guard let ending = renderer else { return }
    renderer = nil
    try ending.end(isComplete: isComplete)
  }

  private func check(_ values: [CellValue]) throws {
    guard values.count == columns.count else {
      let names = columns.map(\.name).joined(separator: ", ")
      throw OutputMisuse(
        message: "wrote \(values.count) \(values.count == 1 ? "value" : "values") for "
          + "\(columns.count) \(columns.count == 1 ? "column" : "columns"): \(names)")
    }
  }
}
