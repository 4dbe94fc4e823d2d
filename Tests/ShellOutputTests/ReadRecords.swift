@testable import ShellOutput

/// Collects the records that a reader passes on.
@MainActor
final class KeptRecords: RecordReceiver {
  /// The fields, each time that they change.
  private(set) var columns: [[String]] = []
  private(set) var isList: Bool?
  private(set) var rows: [[CellValue]] = []
  /// Each record with the fields that it has.
  private(set) var objects: [CellValue] = []
  /// The same as text, with the line.
  private(set) var records: [String] = []
  /// The line of each row.
  private(set) var lines: [Int] = []
  /// The number of rows after each chunk.
  var counts: [Int] = []
  private(set) var notices: [String] = []

  func columns(_ columns: [Column], isList: Bool) {
    let names = columns.map(\.name)
    if self.columns.last != names { self.columns.append(names) }
    self.isList = isList
  }

  func row(_ values: [CellValue], line: Int) {
    rows.append(values)
    lines.append(line)
    objects.append(CellValue(values, of: (columns.last ?? []).map { Column($0) }))
    let fields = zip(columns.last ?? [], values).filter { !$1.isMissing }
    records.append("\(line): " + fields.map { "\($0): \($1)" }.joined(separator: ", "))
  }

  func report(_ notice: String) { notices.append(notice) }
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
