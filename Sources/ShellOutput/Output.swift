/// Shows notices to the user.
@MainActor
package protocol NoticeReceiver: AnyObject {
  /// Writes a line to standard error, unless the user passed `-q`.
  func report(_ notice: String)
}

/// Receives a command's results.
///
/// A command writes columns and then rows, a single record, or text. The format chosen by the user decides
/// their appearance. Every method throws if the results cannot be written; a command should pass these errors
/// on to the shell.
@MainActor
public final class Output {
  /// How many records of a result are kept for `$_`.
  package static let keptRecords = 1000

  let format: OutputFormat
  /// The abilities of the stream's reader.
  public let style: OutputStyle
  let stream: ByteStream
  /// The stream for records; the same as for text, unless they are kept apart.
  private let recordStream: ByteStream
  /// The stage that receives the records, unless they are written here.
  private let next: NextStage?
  /// The name of the writing command, for errors.
  package var writer = ""
  /// Whether text goes to the stream even though a stage receives the records.
  private let takesText: Bool
  /// The state shared by the pipeline's stages, in a pipeline.
  package let flow: RecordFlow?
  private let keptRows: Int

  /// Whether records are shown as a table at a terminal, where long texts are cut.
  public var isTerminalTable: Bool { format == .table && style.isTerminal && next == nil }

  /// The stage that receives the records, if there is one.
  var stage: NextStage? {
    next.map { next in
      let stage = NextStage(next.stage, named: next.name, locate: next.locate)
      stage.takesText = takesText
      return stage
    }
  }

  /// Whether a stage receives the results, which must be records.
  public var feedsStage: Bool { next != nil && !takesText }

  /// The next stage, or the code that formats the records; set at the first record.
  private var receiver: (any RecordStage)?
  /// The number of values in a row; negative if no columns are set for the following rows.
  private var width = -1
  private var columns: [Column] = []
  /// Writes the records, unless a stage receives them. It is set at the first record.
  // Read for every line that is printed; it is only assigned.
  @exclusivity(unchecked) private var formatted: FormattedRecords?
  private var isCutOff = false
  /// Whether a drawing was written, such as a chart.
  package private(set) var hasDrawing = false
  /// An output of the same results in another format, if there is one.
  var converted: Output?
  private var isEndless = false
  /// Receives the notices about the records, and lives at least until the command ends.
  // A weak reference would give the shell a side table, and make each of its retains slower: 8 % of a print.
  package unowned var reporter: (any NoticeReceiver)?
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
  ///   - keptRows: how many rows of the result to keep.
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
  ///   - flow: the state shared by the pipeline's stages.
  ///   - writer: the name of the writing command, for errors.
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
  /// After a pipeline's stages, all lists are written as one, and the call only changes the fields.
  ///
  /// - Parameters:
  ///   - columns: the fields of the list's records.
  ///   - isList: false if the next row is a single record instead of a list of one.
  /// - Throws: an error if the results cannot be written.
  public func columns(_ columns: [Column], isList: Bool = true) throws {
    try checkOpen()
    let receiver = receiver ?? makeFormatted()
    self.columns = columns
    width = -1
    do { try receiver.begin(columns, isList: isList) } catch { throw located(error) }
    width = columns.count
  }

  /// Begins a value that may be the only one of a text of JSON, as a single record; or the list of those that
  /// follow it, whose first record it then becomes.
  ///
  /// So the first value need not be held back until a second one comes.
  package func values(_ columns: [Column], areMore: Bool) throws {
    if receiver == nil { _ = makeFormatted() }
    formatted?.areValues = true
    flow?.areValues = true
    defer {
      formatted?.areValues = false
      flow?.areValues = false
    }
    try self.columns(columns, isList: areMore)
  }

  /// Gives the following records of the list other fields.
  ///
  /// - Throws: as ``columns(_:isList:)``.
  package func change(_ columns: [Column]) throws {
    guard let formatted else { return try self.columns(columns) }
    try checkOpen()
    try formatted.continueList(columns)
    self.columns = columns
    width = columns.count
  }

  /// Notes that the records come from a source without an end, so that none is held back; before the first one.
  public func beginEndless() {
    isEndless = true
    flow?.isEndless = true
  }

  private func makeFormatted() -> any RecordStage {
    let formatted = FormattedRecords(
      format, to: recordStream, style: style, flow: flow, keptRows: keptRows
    ) { [unowned self] in reporter?.report($0) }
    formatted.isEndless = isEndless
    self.formatted = formatted
    receiver = formatted
    return formatted
  }

  /// Writes a record of the list.
  ///
  /// - Parameter values: a value for each column, in the same order.
  /// - Throws: ``ShellError`` if there are no columns or the number of values is wrong; an error if the
  ///   results cannot be written; `CancellationError` if the user has interrupted the pipeline.
  public func row(_ values: [CellValue]) throws {
    guard values.count == width, let receiver else { throw try misuse(values) }
    try flow?.checkInterruption()
    do { try receiver.row(values) } catch { throw located(error) }
  }

  /// Adds the position in the statement to an error of the next stage.
  private func located(_ error: any Error) -> any Error {
    guard let next else { return error }
    if !(error is OutputClosed) { flow?.noteFailure() }
    return next.locate(error)
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
    (format == .json || format == .jsonl) && next == nil && recordStream === stream
  }

  /// Ends the list before a text; inlined, since every print calls it.
  @inline(__always)
  func beginText() throws {
    try checkOpen()
    if next != nil { try beginTextBesideStage() }
    if let formatted, formatted.isInList { try endList(isComplete: true) }
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
    width = -1
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
    try formatted?.showNow()
    try stream.showNow()
  }

  /// Discards all further writes, since the command has ended, or the shell no longer waits for it.
  ///
  /// - Parameter lateWrite: called once, at the first of these writes.
  package func cutOff(onLateWrite lateWrite: (() -> Void)? = nil) {
    isCutOff = true
    (receiver, formatted, width, reporter) = (nil, nil, -1, nil)
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
    try endList(isComplete: true)
  }

  /// Ends the list of a failed command: its rows stay, and a JSON array stays unclosed.
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

  private func misuse(_ values: [CellValue]) throws -> OutputMisuse {
    try checkOpen()
    guard width >= 0 else { return OutputMisuse(message: "wrote a row before its columns") }
    let names = columns.map(\.name).joined(separator: ", ")
    return OutputMisuse(
      message: "wrote \(values.count) \(values.count == 1 ? "value" : "values") for "
        + "\(columns.count) \(columns.count == 1 ? "column" : "columns"): \(names)")
  }
}
