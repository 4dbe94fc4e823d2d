/// The records of an ``Output``: passed to the next stage of a pipeline, or formatted.
@MainActor
final class RecordOutput {
  /// The stage that receives the records; nil if they are formatted.
  let next: NextStage?
  /// The state shared by the pipeline's stages, in a pipeline.
  let flow: RecordFlow?
  let format: OutputFormat
  let style: OutputStyle
  /// The stream for formatted records.
  let stream: ByteStream
  private let keptRows: Int

  /// The next stage, or the code that formats the records; set at the first record.
  private var receiver: (any RecordStage)?
  /// The number of values in a row; negative if no columns are set for the following rows.
  private var width = -1
  private var columns: [Column] = []
  /// Writes the records, unless a stage receives them. It is set at the first record.
  // Read for every line that is printed; it is only assigned.
  @exclusivity(unchecked) private var formatted: FormattedRecords?
  private var isEndless = false
  /// Receives the notices about the records, and lives at least until the command ends.
  // A weak reference would give the shell a side table, and make each of its retains slower: 8 % of a print.
  unowned var reporter: (any NoticeReceiver)?

  init(
    _ format: OutputFormat, to stream: ByteStream, style: OutputStyle = .plain,
    flow: RecordFlow?, keptRows: Int
  ) {
    (self.format, self.stream, self.style) = (format, stream, style)
    (self.flow, self.keptRows) = (flow, keptRows)
    next = nil
  }

  init(passingTo next: NextStage, in flow: RecordFlow, beside stream: ByteStream) {
    (self.next, self.flow, self.stream) = (next, flow, stream)
    (format, style, keptRows) = (.jsonl, .plain, 0)
    receiver = next.stage
  }

  var isInList: Bool { formatted?.isInList ?? false }

  func begin(_ columns: [Column], isList: Bool) throws {
    let receiver = receiver ?? makeFormatted()
    self.columns = columns
    width = -1
    do { try receiver.begin(columns, isList: isList) } catch { throw located(error) }
    width = columns.count
  }

  /// Begins a value that may become the first one of a list.
  func beginValues(_ columns: [Column], areMore: Bool) throws {
    if receiver == nil { _ = makeFormatted() }
    formatted?.areValues = true
    flow?.areValues = true
    defer {
      formatted?.areValues = false
      flow?.areValues = false
    }
    try begin(columns, isList: areMore)
  }

  /// Gives the following records of the list other fields.
  func change(_ columns: [Column]) throws {
    guard let formatted else { return try begin(columns, isList: true) }
    try formatted.continueList(columns)
    self.columns = columns
    width = columns.count
  }

  func beginEndless() {
    isEndless = true
    flow?.isEndless = true
  }

  func row(_ values: [CellValue]) throws {
    guard values.count == width, let receiver else { throw misuse(values) }
    try flow?.checkInterruption()
    do { try receiver.row(values) } catch { throw located(error) }
  }

  /// Ends the columns: a text follows, which a stage does not get.
  func endColumns() { width = -1 }

  func showNow() throws { try formatted?.showNow() }

  func endList(isComplete: Bool) throws {
    width = -1
    try formatted?.endList(isComplete: isComplete)
  }

  func takeResult() -> Records? { formatted?.takeResult() }

  /// Lets go of everything, since nothing more is written.
  func cutOff() { (receiver, formatted, width, reporter) = (nil, nil, -1, nil) }

  private func makeFormatted() -> any RecordStage {
    let formatted = FormattedRecords(
      format, to: stream, style: style, flow: flow, keptRows: keptRows
    ) { [unowned self] in reporter?.report($0) }
    formatted.isEndless = isEndless
    self.formatted = formatted
    receiver = formatted
    return formatted
  }

  /// Adds the position in the statement to an error of the next stage.
  private func located(_ error: any Error) -> any Error {
    guard let next else { return error }
    if !(error is OutputClosed) { flow?.noteFailure() }
    return next.locate(error)
  }

  private func misuse(_ values: [CellValue]) -> OutputMisuse {
    guard width >= 0 else { return OutputMisuse(message: "wrote a row before its columns") }
    let names = columns.map(\.name).joined(separator: ", ")
    return OutputMisuse(
      message: "wrote \(values.count) \(values.count == 1 ? "value" : "values") for "
        + "\(columns.count) \(columns.count == 1 ? "column" : "columns"): \(names)")
  }
}
