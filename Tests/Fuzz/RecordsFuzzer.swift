@testable import ShellOutput

/// The input is a byte that chooses the format, the size of a chunk, and a document.
func fuzzRecords(_ input: [UInt8]) {
  guard input.count >= 2 else { return }
  let format = InputFormat.allCases[Int(input[0]) % InputFormat.allCases.count]
  let document = Array(input.dropFirst(2))
  MainActor.assumeIsolated {
    let whole = Reading(format, document, chunk: max(document.count, 1))
    whole.check(document)
    let divided = Reading(format, document, chunk: Int(input[1]) % 7 + 1)
    promise(whole.error == divided.error)
    promise(whole.records == divided.records)
    promise(whole.lines == divided.lines)
    if whole.error == nil { whole.checkRoundTrip(format) }
  }
}

/// What a reader makes of a document.
@MainActor
private final class Reading: RecordReceiver {
  private(set) var error: ShellError?
  private(set) var columns: [Column] = []
  private(set) var rows: [[CellValue]] = []
  /// The records, each with the fields that it has.
  private(set) var records: [CellValue] = []
  /// For each record, the columns that began with it.
  private var changes: [[Column]?] = []
  private var begun: [Column]?
  private(set) var lines: [Int] = []
  private(set) var isList = false
  private var hasColumns = false

  init(_ format: InputFormat, _ document: [UInt8], chunk: Int, fields: [String]? = nil) {
    do {
      let reader = try format.reader(fields: fields, to: self)
      try document.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: chunk) {
          let end = min(start + chunk, bytes.count)
          try reader.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
      }
      try reader.end()
    } catch {
      self.error = ShellError(error)
    }
  }

  func columns(_ columns: [Column], isList: Bool) {
    promise(Set(columns.map(\.name)).count == columns.count)
    self.columns = columns
    begun = columns
    self.isList = isList
    hasColumns = true
  }

  func row(_ values: [CellValue], line: Int) {
    promise(hasColumns && values.count == columns.count)
    rows.append(values)
    records.append(CellValue(values, of: columns))
    changes.append(begun)
    begun = nil
    lines.append(line)
  }

  func report(_ notice: String) { promise(!notice.isEmpty) }

  func check(_ document: [UInt8]) {
    let last = 1 + document.count { $0 == UInt8(ascii: "\n") }
    promise(lines.allSatisfy { (1...last).contains($0) })
    promise(zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 })
    if let error { checkBound(error.message) } else { promise(hasColumns) }
  }

  /// The records come back from the renderer of the same format.
  func checkRoundTrip(_ format: InputFormat) {
    // A byte order mark is not a part of the first field.
    let first: [String?] = [columns.first?.name, rows.first?.first?.plainText]
    if first.contains(where: { $0?.utf8.starts(with: [0xEF, 0xBB, 0xBF]) == true }) { return }
    guard !columns.isEmpty, let output = OutputFormat(rawValue: format.rawValue) else { return }
    let sink = MemorySink()
    do {
      let stream = ByteStream(to: sink)
      let writer = Output(output, to: stream)
      try writer.columns(changes.first.flatMap { $0 } ?? columns, isList: isList)
      for (index, row) in rows.enumerated() {
        if index > 0, let columns = changes[index] { try writer.change(columns) }
        try writer.row(row)
      }
      try writer.finish()
      try stream.flush()
    } catch {
      breach("the records cannot be written: \(error)")
    }
    let fields = format == .tsv ? columns.map(\.name) : nil
    let again = Reading(format, sink.bytes, chunk: max(sink.bytes.count, 1), fields: fields)
    promise(again.error == nil)
    // A number such as 4e0 is written as 4, which is read as a whole number.
    promise(again.records.map(\.jsonText) == records.map(\.jsonText))
    promise(output != .csv && output != .tsv || again.columns == columns)
    promise(again.isList == isList || rows.isEmpty)
  }
}
