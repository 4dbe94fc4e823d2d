/// A command's result: a list of records, or a single one.
package struct Records: Sendable, Equatable {
  /// The fields that each record has.
  package var columns: [Column]

  /// The records, each with a value for every column.
  package var rows: [[CellValue]]

  /// Whether it is a list, be it of one.
  package var isList: Bool

  /// Makes a result.
  package init(columns: [Column], rows: [[CellValue]], isList: Bool) {
    self.columns = columns
    self.rows = rows
    self.isList = isList
  }

  /// The result in one line of JSON: an array for a list, else an object.
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
