/// Receives a command's results.
///
/// A command writes columns and then rows, a single record, or text. The format chosen by the user decides
/// their appearance. Every method throws if the results cannot be written; a command should pass these errors
/// on to the shell.
@MainActor
public final class Output {
  /// How many records of a result are kept for `$_`.
  static let keptRecords = 1000

  /// Where the records go.
  let records: RecordOutput
  /// The abilities of the stream's reader.
  public let style: OutputStyle
  let stream: ByteStream
  /// The name of the writing command, for errors.
  package var writer = ""
  /// Whether text goes to the stream even though a stage receives the records.
  private let takesText: Bool
  private var isCutOff = false
  /// Whether a drawing was written, such as a chart.
  package private(set) var hasDrawing = false
  /// An output of the same results in another format, if there is one.
  var converted: Output?
  /// Called at the first write after the command has ended.
  private var lateWrite: (() -> Void)?

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - format: the format of records.
  ///   - stream: the stream to write to. The shell flushes it.
  ///   - style: the abilities of the stream's reader.
  ///   - flow: the state shared by the pipeline's stages, if these are its results. Consecutive lists are
  ///     then written as one.
  ///   - keptRows: how many rows of the result to keep; by default, 1,000.
  package init(
    _ format: OutputFormat, to stream: ByteStream, style: OutputStyle = .plain,
    flow: RecordFlow? = nil, keptRows: Int? = nil
  ) {
    records = RecordOutput(
      format, to: stream, style: style, flow: flow, keptRows: keptRows ?? Self.keptRecords)
    (self.style, self.stream) = (style, stream)
    takesText = false
  }

  /// Creates an output that passes records on to the next stage of a pipeline.
  ///
  /// - Parameters:
  ///   - next: receives the records.
  ///   - text: receives text; nil if text is an error.
  ///   - flow: the state shared by the pipeline's stages.
  ///   - writer: the name of the writing command, for errors.
  package init(
    passingTo next: NextStage, text: ByteStream? = nil, in flow: RecordFlow,
    from writer: String = "the command"
  ) {
    self.writer = writer
    takesText = text != nil
    style = .plain
    stream = text ?? ByteStream(to: MemorySink())
    records = RecordOutput(passingTo: next, in: flow, beside: stream)
  }

  /// Creates an output that keeps records and text apart.
  ///
  /// - Parameters:
  ///   - records: receives each record as a line of JSON.
  ///   - text: receives everything else.
  package init(records: ByteStream, text: ByteStream) {
    self.records = RecordOutput(.jsonl, to: records, flow: nil, keptRows: Self.keptRecords)
    (style, stream, takesText) = (.plain, text, false)
  }

  var format: OutputFormat { records.format }

  /// The state shared by the pipeline's stages, in a pipeline.
  package var flow: RecordFlow? { records.flow }

  /// Receives the notices about the records, and lives at least until the command ends.
  package var reporter: (any NoticeReceiver)? {
    get { records.reporter }
    set { records.reporter = newValue }
  }

  /// Whether records are shown as a table at a terminal, where long texts are cut.
  public var isTerminalTable: Bool { format == .table && style.isTerminal && records.next == nil }

  /// The stage that receives the records, if there is one.
  var stage: NextStage? {
    records.next.map { next in
      let stage = NextStage(next.stage, named: next.name, locate: next.locate)
      stage.takesText = takesText
      return stage
    }
  }

  /// Whether a stage receives the results, which must be records.
  public var feedsStage: Bool { records.next != nil && !takesText }

  /// Begins a list of records and ends the list before it.
  ///
  /// After a pipeline's stages, all lists are written as one, and the call only changes the fields.
  ///
  /// - Parameters:
  ///   - columns: the fields of the list's records.
  ///   - isList: false if the next row is a single record instead of a list of one.
  /// - Throws: an error if the results cannot be written.
  public func columns(_ columns: [Column], isList: Bool = true) throws {
    try checkOpen()
    try records.begin(columns, isList: isList)
  }

  /// Begins a value that may be the only one of a text of JSON, as a single record; or the list of those that
  /// follow it, whose first record it then becomes.
  ///
  /// So the first value need not be held back until a second one comes.
  package func values(_ columns: [Column], areMore: Bool) throws {
    try checkOpen()
    try records.beginValues(columns, areMore: areMore)
  }

  /// Gives the following records of the list other fields.
  ///
  /// - Throws: as ``columns(_:isList:)``.
  package func change(_ columns: [Column]) throws {
    try checkOpen()
    try records.change(columns)
  }

  /// Notes that the records come from a source without an end, so that none is held back; before the first one.
  public func beginEndless() { records.beginEndless() }

  /// Writes a record of the list.
  ///
  /// - Parameter values: a value for each column, in the same order.
  /// - Throws: ``ShellError`` if there are no columns or the number of values is wrong; an error if the
  ///   results cannot be written; `CancellationError` if the user has interrupted the pipeline.
  public func row(_ values: [CellValue]) throws {
    try checkOpen()
    try records.row(values)
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

  /// Waits until the following stages of the pipeline can accept more records.
  ///
  /// Call it regularly in a command that writes many rows, for example after each page of a list. Without
  /// following stages it returns at once.
  ///
  /// - Throws: `CancellationError` if the command is cancelled.
  public func room() async throws {
    if let flow, flow.isWaiting { try await flow.room() }
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

  /// Writes a text as a result, such as another program's output: as a JSON string in the formats `json` and
  /// `jsonl`, and like ``text(_:)`` in the others.
  ///
  /// - Throws: an error if the results cannot be written.
  package func result(_ text: String) throws {
    try self.text(writesJSON ? CellValue.text(text).jsonText : text)
  }

  /// Whether all output is JSON, for ``result(_:)``.
  package var writesJSON: Bool {
    (format == .json || format == .jsonl) && records.next == nil && records.stream === stream
  }

  /// Ends the list before a text; inlined, since every print calls it.
  @inline(__always)
  func beginText() throws {
    try checkOpen()
    if records.next != nil { try beginTextBesideStage() }
    if records.isInList { try records.endList(isComplete: true) }
  }

  /// Writes lines that are a drawing, with its colours, and ends the list before them.
  ///
  /// - Parameter lines: the lines. The caller has escaped their texts.
  public func lines(_ lines: [String]) throws {
    try beginText()
    hasDrawing = true
    for line in lines { try stream.writeLine(line) }
  }

  /// Whether a drawing should be its figures instead, since a stage or a program reads them.
  public var takesFigures: Bool {
    feedsStage || format == .json || format == .jsonl || format == .csv
  }

  /// Writes bytes unchanged, even to a terminal.
  ///
  /// If they end inside a line, what is written next begins a new one.
  ///
  /// - Parameter isRest: whether they continue the line that the bytes before them have left open.
  func pass(_ bytes: some Collection<UInt8>, isRest: Bool = false) throws {
    try checkOpen()
    try stream.write(bytes, isRest: isRest)
  }

  private func beginTextBesideStage() throws {
    guard takesText else { throw textForStage }
    records.endColumns()
  }

  /// Writes a line that an encoder appends piece by piece, to a reader other than a terminal.
  package func line(_ encode: (inout [UInt8]) -> Void) throws {
    try beginText()
    try stream.write {
      encode(&$0)
      $0.append(UInt8(ascii: "\n"))
    }
  }

  /// Shows the results so far, for a command whose results arrive over time.
  ///
  /// A table's widths are fixed by the rows so far, and the pager is not used.
  ///
  /// - Throws: an error if the results cannot be written.
  public func showNow() throws {
    try records.showNow()
    try stream.showNow()
  }

  /// Discards all further writes, since the command has ended, or the shell no longer waits for it.
  ///
  /// - Parameter lateWrite: called once, at the first of these writes.
  package func cutOff(onLateWrite lateWrite: (() -> Void)? = nil) {
    isCutOff = true
    records.cutOff()
    self.lateWrite = lateWrite
  }

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
    try records.endList(isComplete: true)
  }

  /// Ends the list of a failed command: its rows stay, and a JSON array stays unclosed.
  package func abandon() throws {
    try converted?.abandon()
    try records.endList(isComplete: false)
  }

  /// Returns and clears the last result, at most ``keptRecords`` rows.
  package func takeResult() -> Records? { records.takeResult() }

  /// The error of a command that writes text, which no stage can read.
  private var textForStage: ShellError {
    ShellError(
      .usage, "'\(writer)' writes text, and '\(records.next?.name ?? "")' takes records",
      hint: "write 'from json', 'from csv' or the like between them")
  }
}
