/// A command's result: a list of records or a single record.
package struct Records: Sendable, Equatable {
  /// The fields of each record.
  package var columns: [Column]

  /// The records, each with a value for each column.
  package var rows: [[CellValue]]

  /// Whether the result is a list, even of one record.
  package var isList: Bool

  /// Whether records at the end were left out.
  package var isCut = false

  package init(columns: [Column], rows: [[CellValue]], isList: Bool) {
    self.columns = columns
    self.rows = rows
    self.isList = isList
  }

  /// Continues with rows that have different fields; earlier rows are kept if the new fields begin with
  /// theirs.
  package mutating func change(_ columns: [Column]) {
    let names = columns.map(\.name)
    if names.starts(with: self.columns.map(\.name)) {
      let missing = Array(repeating: CellValue.null, count: columns.count - self.columns.count)
      rows = rows.map { $0 + missing }
    } else {
      rows = []
    }
    self.columns = columns
  }

  /// The result as one line of JSON: an array for a list, an object for a single record.
  package func jsonText() -> String {
    let encoder = JSONRecordEncoder(columns, layout: .compact)
    var bytes: [UInt8] = []
    if isList { bytes.append(UInt8(ascii: "[")) }
    for (index, row) in rows.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      encoder.append(row, to: &bytes)
    }
    if isList { bytes.append(UInt8(ascii: "]")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
