protocol DelimitedSyntax {
  associatedtype Boundary: RecordBoundary

  /// The likely cause of a record that is too long.
  static var hintForLongRecord: String? { get }
  /// Whether an empty line can be a record of one empty field.
  static var hasEmptyRecords: Bool { get }

  static func boundary() -> Boundary

  /// Appends the fields of a record; returns the number of line breaks inside it.
  static func split(
    _ record: UnsafeBufferPointer<UInt8>, into values: inout [CellValue]
  ) throws(DelimitedFailure) -> Int
}

/// Why a CSV or TSV record cannot be read; `breaks` is the number of line breaks before the error.
enum DelimitedFailure: Error {
  case notUTF8(breaks: Int)
  case unclosedQuote(breaks: Int)
  case textAfterQuote(breaks: Int)
}

/// Reads CSV or TSV.
///
/// Values are not typed, and an empty field is null. A record with more or fewer fields than the header
/// is an error.
@MainActor
final class DelimitedReader<Syntax: DelimitedSyntax>: RecordReader {
  private let receiver: any RecordReceiver
  private let errors: ReadError
  // The runtime check of exclusive access is left out: a feed never calls itself.
  @exclusivity(unchecked) private var frames = RecordFrames(Syntax.boundary())
  @exclusivity(unchecked) private var values: [CellValue] = []
  /// The fields; nil until the header is read.
  @exclusivity(unchecked) private var fields: NamedFields?
  /// The number of fields; 0 until the header is read.
  @exclusivity(unchecked) private var count: Int
  /// The number of the current record's first line.
  @exclusivity(unchecked) private var line = 1
  /// Whether the receiver has received the columns.
  @exclusivity(unchecked) private var hasBegun = false

  init(
    names: [String]?, file: String?, to receiver: any RecordReceiver
  ) throws(NamedFields.Duplicate) {
    self.receiver = receiver
    errors = ReadError(file: file)
    if let names { fields = try NamedFields(names, isHeader: false) }
    count = fields?.columns.count ?? 0
  }

  func feed(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try frames.feed(bytes) { try read($0) }
    } catch is RecordTooLong {
      throw errors.tooLong(line: line, hint: Syntax.hintForLongRecord)
    }
  }

  func end() throws {
    try frames.end { try read($0) }
    if !hasBegun { try receiver.columns(fields?.columns ?? [], isList: true) }
  }

  @inline(__always)
  private func read(_ frame: UnsafeBufferPointer<UInt8>) throws {
    let record = hasBegun ? frame.withoutLineEnd : frame.withoutLineEnd.withoutByteOrderMark
    if record.isEmpty, count != 1 || !Syntax.hasEmptyRecords {
      line += 1
      return
    }
    values.removeAll(keepingCapacity: true)
    let breaks: Int
    do throws(DelimitedFailure) {
      breaks = try Syntax.split(record, into: &values)
    } catch {
      throw failure(error)
    }
    if !hasBegun, try begin() {
      line += 1 + breaks
      return
    }
    guard values.count == count else { throw wrongCount() }
    try receiver.row(values, line: line)
    line += 1 + breaks
  }

  /// Returns true if the record was the header.
  private func begin() throws -> Bool {
    let isHeader = fields == nil
    if isHeader {
      do throws(NamedFields.Duplicate) {
        fields = try NamedFields(values.map(\.plainText), isHeader: true)
      } catch {
        throw errors.at(line: line, error.message)
      }
    }
    count = fields?.columns.count ?? 0
    hasBegun = true
    try receiver.columns(fields?.columns ?? [], isList: true)
    return isHeader
  }

  private func wrongCount() -> ShellError {
    errors.at(line: line, fields?.message(count: values.count) ?? "")
  }

  private func failure(_ failure: DelimitedFailure) -> ShellError {
    switch failure {
    case .notUTF8(let breaks): errors.notUTF8(line: line + breaks)
    case .unclosedQuote(let breaks):
      errors.at(line: line + breaks, "a quote that begins here is not closed")
    case .textAfterQuote(let breaks):
      errors.at(
        line: line + breaks, "a quoted field must be followed by ',' or the end of the line",
        hint: "a quote inside a quoted field is written twice")
    }
  }
}
