@testable import ShellOutput

/// Collects the records that a reader passes on.
@MainActor
final class KeptRecords: RecordReceiver {
  /// The fields of each call.
  private(set) var columns: [[String]] = []
  private(set) var isList: Bool?
  private(set) var rows: [[CellValue]] = []
  /// The line of each row.
  private(set) var lines: [Int] = []
  /// The number of rows after each chunk.
  var counts: [Int] = []
  /// Whether it receives the first value of a text before it is known whether it is the only one.
  let takesFirstValue: Bool

  init(takesFirstValue: Bool = false) {
    self.takesFirstValue = takesFirstValue
  }

  func columns(_ columns: [Column], isList: Bool) {
    self.columns.append(columns.map(\.name))
    self.isList = isList
  }

  func row(_ values: [CellValue], line: Int) {
    rows.append(values)
    lines.append(line)
  }

  /// Each record with all fields of any record, and with its line.
  var records: [String] {
    let names = columns.last ?? []
    return zip(rows, lines).map { values, line in
      let missing = Array(repeating: CellValue.null, count: names.count - values.count)
      let fields = zip(names, values + missing).map { "\($0): \($1)" }
      return "\(line): " + fields.joined(separator: ", ")
    }
  }
}

@MainActor
func read(
  _ format: InputFormat, _ chunks: [[UInt8]], fields: [String]? = nil, file: String? = nil,
  into kept: KeptRecords = KeptRecords()
) throws -> KeptRecords {
  let reader = try format.reader(fields: fields, file: file, to: kept)
  for chunk in chunks {
    try chunk.withUnsafeBytes { try reader.feed($0) }
    kept.counts.append(kept.rows.count)
  }
  try reader.end()
  return kept
}

@MainActor
func read(
  _ format: InputFormat, _ text: String, fields: [String]? = nil, file: String? = nil,
  into kept: KeptRecords = KeptRecords()
) throws -> KeptRecords {
  try read(format, [Array(text.utf8)], fields: fields, file: file, into: kept)
}

/// The error of reading a text.
@MainActor
func readError(
  _ format: InputFormat, _ bytes: [UInt8], fields: [String]? = nil, file: String? = nil,
  into kept: KeptRecords = KeptRecords()
) -> ShellError? {
  do {
    _ = try read(format, [bytes], fields: fields, file: file, into: kept)
    return nil
  } catch {
    return ShellError(error)
  }
}
