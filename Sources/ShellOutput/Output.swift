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
  private let next: NextStage?
  /// The name of the command that writes, for errors.
  package var writer = ""
  /// Whether text goes to the stream, though a stage receives the records.
  private let takesText: Bool
  /// What the stages of the pipeline share; nil outside a pipeline.
  package let flow: RecordFlow?
  /// The most rows of the result to keep.
  private let keptRows: Int

  /// Whether records are shown as a table at a terminal, which cuts texts that are too wide.
  package var isTerminalTable: Bool { format == .table && style.isTerminal && next == nil }

  /// Receives the records: the next stage, or what writes them; nil before the first ones.
  private var receiver: (any RecordStage)?
  /// The number of values of a row; negative if there are no columns for the rows that follow.
  private var width = -1
  private var columns: [Column] = []
  /// Writes the records; nil before the first ones, and if a stage receives them.
  // Read for every line that is printed; it is only assigned.
  @exclusivity(unchecked) private var formatted: FormattedRecords?
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
    next = nil
    self.flow = flow
    takesText = false
    self.keptRows = keptRows
  }

  /// Creates an output that passes records on to the next stage of a pipeline.
  ///
  /// - Parameters:
  ///   - next: receives the records.
  ///   - text: receives text; nil if text is an error.
  ///   - flow: what the stages of the pipeline share.
  ///   - writer: the name of the command that writes, for errors.
  package init(
    passingTo next: NextStage, text: ByteStream? = nil, in flow: RecordFlow,
    from writer: String = "the command"
  ) {
    self.writer = writer
    takesText = text != nil
    format = .jsonl
    style = .plain
    stream = text ?? ByteStream(to: MemorySink())
    recordStream = stream
    self.next = next
    receiver = next.stage
    self.flow = flow
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
    next = nil
    flow = nil
    takesText = false
    keptRows = Self.keptRecords
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
    let receiver = receiver ?? makeFormatted()
    self.columns = columns
    width = -1
    do { try receiver.begin(columns, isList: isList) } catch { throw located(error) }
    width = columns.count
  }

  private func makeFormatted() -> any RecordStage {
    let formatted = FormattedRecords(
      format, to: recordStream, style: style, joinsLists: flow != nil, keptRows: keptRows)
    self.formatted = formatted
    receiver = formatted
    return formatted
  }

  /// Writes a record of the list.
  ///
  /// - Parameter values: a value for each column, in the same order.
  /// - Throws: ``ShellError`` if there are no columns or the number of values is wrong; an error if the
  ///   results cannot be written.
  public func row(_ values: [CellValue]) throws {
    guard values.count == width, let receiver else { throw try misuse(values) }
    do { try receiver.row(values) } catch { throw located(error) }
  }

  /// Gives an error of the next stage its place in the statement.
  private func located(_ error: any Error) -> any Error { next?.locate(error) ?? error }

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

  /// Writes a text that is a result, such as that of another program: as a JSON string in the formats
  /// `json` and `jsonl`, and as ``text(_:)`` in the others.
  ///
  /// - Throws: an error if the results cannot be written.
  package func result(_ text: String) throws {
    try self.text(writesJSON ? CellValue.text(text).jsonText : text)
  }

  /// Whether all that is written is JSON, for ``result(_:)``.
  package var writesJSON: Bool {
    (format == .json || format == .jsonl) && next == nil && recordStream === stream
  }

  /// Ends the list before a text; inlined, since every print passes here.
  @inline(__always)
  func beginText() throws {
    try checkOpen()
    if next != nil { try beginTextBesideStage() }
    if let formatted, formatted.isInList { try endList(isComplete: true) }
  }

  /// Writes bytes unchanged, even to a terminal.
  func pass(_ bytes: some Collection<UInt8>) throws {
    try checkOpen()
    try stream.write { $0.append(contentsOf: bytes) }
  }

  private func beginTextBesideStage() throws {
    guard takesText else { throw textForStage }
    width = -1
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
    try formatted?.showNow()
    try stream.showNow()
  }

  /// Discards all further writes: the command has ended, or the shell no longer waits for it.
  ///
  /// - Parameter lateWrite: called once, at the first of these writes.
  package func cutOff(onLateWrite lateWrite: (() -> Void)? = nil) {
    isCutOff = true
    (receiver, formatted, width) = (nil, nil, -1)
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
    formatted?.takeResult()
  }

  /// The error of a command that writes text, which no stage can read.
  private var textForStage: ShellError {
    ShellError(
      .usage, "'\(writer)' writes text, and '\(next?.name ?? "")' takes records",
      hint: "write 'from json', 'from csv' or the like between them")
  }

  private func endList(isComplete: Bool) throws {
    width = -1
    try formatted?.endList(isComplete: isComplete)
  }

  /// Returns the error of a row that cannot be written.
  private func misuse(_ values: [CellValue]) throws -> OutputMisuse {
    try checkOpen()
    guard width >= 0 else { return OutputMisuse(message: "wrote a row before its columns") }
    let names = columns.map(\.name).joined(separator: ", ")
    return OutputMisuse(
      message: "wrote \(values.count) \(values.count == 1 ? "value" : "values") for "
        + "\(columns.count) \(columns.count == 1 ? "column" : "columns"): \(names)")
  }
}
