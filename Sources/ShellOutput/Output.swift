/// What a command writes its results to.
///
/// A command gives columns and then rows, or one record, or text; how they look is not its concern.
/// The shell calls ``finish()`` or ``abandon()`` after each command, and may then use the same
/// output for the next one.
@MainActor
public final class Output {
  /// How many records of a result are kept for `$_`.
  package static let keptRecords = 1000

  let format: OutputFormat
  package let style: OutputStyle
  let stream: ByteStream

  private var columns: [Column] = []
  private var renderer: (any RecordRenderer)?
  private var result: Records?
  private var isCutOff = false

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - format: how records look.
  ///   - stream: where they go. The shell flushes it.
  ///   - style: what reads the stream.
  package init(_ format: OutputFormat, to stream: ByteStream, style: OutputStyle = .plain) {
    self.format = format
    self.style = style
    self.stream = stream
  }

  /// Begins a list of records; a list that was begun before it ends.
  ///
  /// - Throws: what writing throws; it is for the shell, and a command lets it pass.
  public func columns(_ columns: [Column]) throws {
    if isCutOff { throw OutputClosed() }
    try endList(isComplete: true)
    self.columns = columns
    result = Records(columns: columns, rows: [], isList: true)
    renderer = format.renderer.init(columns, to: stream, style: style)
  }

  /// Writes a record of the list: a value for each column, in their order.
  ///
  /// - Throws: what writing throws; a ``ShellError`` where there are no columns, or not as many as
  ///   values.
  public func row(_ values: [CellValue]) throws {
    guard let renderer else {
      if isCutOff { throw OutputClosed() }
      throw ShellError(.failed, "a row was written before its columns")
    }
    try check(values)
    if let count = result?.rows.count, count < Self.keptRecords { result?.rows.append(values) }
    try renderer.row(values)
  }

  /// Writes one record that is not in a list.
  ///
  /// - Parameters:
  ///   - columns: the record's fields.
  ///   - values: their values, in the same order.
  /// - Throws: what writing throws; a ``ShellError`` where they are not as many.
  public func record(_ columns: [Column], _ values: [CellValue]) throws {
    if isCutOff { throw OutputClosed() }
    try endList(isComplete: true)
    self.columns = columns
    try check(values)
    result = Records(columns: columns, rows: [values], isList: false)
    try format.renderer.init(columns, to: stream, style: style).record(values)
  }

  /// Writes a text and a newline, the same in every format.
  ///
  /// A list that was begun ends before it.
  ///
  /// - Parameter text: the text; it may have several lines.
  /// - Throws: what writing throws.
  public func text(_ text: String) throws {
    if isCutOff { throw OutputClosed() }
    if renderer != nil { try endList(isComplete: true) }
    try stream.writeLine(
      style.isTerminal ? TerminalText.escaped(text, keepsLines: true) : text)
  }

  /// Begins a text that comes in pieces of bytes, the same in every format; a list that was begun
  /// ends before it.
  ///
  /// - Throws: what writing throws.
  public func bytes() throws -> OutputBytes {
    if isCutOff { throw OutputClosed() }
    if renderer != nil { try endList(isComplete: true) }
    return OutputBytes(to: self)
  }

  /// Writes a piece of bytes as it is, whoever reads it.
  func pass(_ bytes: some Collection<UInt8>) throws {
    if isCutOff { throw OutputClosed() }
    try stream.write { $0.append(contentsOf: bytes) }
  }

  /// Writes a line for a reader that is no terminal, piece by piece.
  package func line(_ encode: (inout [UInt8]) -> Void) throws {
    if isCutOff { throw OutputClosed() }
    if renderer != nil { try endList(isComplete: true) }
    try stream.write {
      encode(&$0)
      $0.append(UInt8(ascii: "\n"))
    }
  }

  /// Shows what was written so far, for a command whose results come while the user watches.
  ///
  /// The rows so far set a table's widths, and the results go past the pager.
  ///
  /// - Throws: what writing throws.
  public func showNow() throws {
    try renderer?.showNow()
    try stream.showNow()
  }

  /// Drops whatever is written from now on: the command was left behind.
  package func cutOff() {
    isCutOff = true
    renderer = nil
  }

  /// Ends the list, so that what is told from now on stands below it.
  ///
  /// The shell does so after each command that succeeded.
  ///
  /// - Throws: what writing throws.
  public func finish() throws {
    try endList(isComplete: true)
  }

  /// Ends what the command wrote, when it failed: the rows stand, a JSON array stays unclosed.
  package func abandon() throws {
    try endList(isComplete: false)
  }

  /// Takes away the last list or record that was written since the last call, its first
  /// ``keptRecords`` records of it; nil where there was none.
  package func takeResult() -> Records? {
    defer { result = nil }
    return result
  }

  private func endList(isComplete: Bool) throws {
    guard let ending = renderer else { return }
    renderer = nil
    try ending.end(isComplete: isComplete)
  }

  private func check(_ values: [CellValue]) throws {
    guard values.count == columns.count else {
      throw ShellError(
        .failed, "a record of \(values.count) values was written to \(columns.count) columns")
    }
  }
}
