/// A command's result: a list of records or a single record.
package struct Records: Sendable, Equatable {
  /// Records that follow each other and have the same columns.
  package struct Part: Sendable, Equatable {
    /// The fields of the records.
    package let columns: [Column]

    /// The records, each with a value for each column.
    package fileprivate(set) var rows: [[CellValue]]

    /// The index of the first one among all records.
    fileprivate let start: Int
  }

  /// The records, each with its own columns; at least one part.
  package private(set) var parts: [Part]

  /// How many records there are.
  package private(set) var count: Int

  /// Whether the result is a list, even of one record.
  package var isList: Bool

  /// Whether records at the end were left out.
  package var isCut = false

  package init(columns: [Column], rows: [[CellValue]], isList: Bool) {
    parts = [Part(columns: columns, rows: rows, start: 0)]
    count = rows.count
    self.isList = isList
  }

  /// Continues with records that have other columns.
  package mutating func change(_ columns: [Column]) {
    if parts[parts.count - 1].rows.isEmpty { parts.removeLast() }
    parts.append(Part(columns: columns, rows: [], start: count))
  }

  /// Adds a record.
  package mutating func append(_ row: [CellValue]) {
    parts[parts.count - 1].rows.append(row)
    count += 1
  }

  /// The columns of all records, in the order of first sight.
  package var columns: [Column] { parts.count == 1 ? parts[0].columns : gathered.columns }

  /// The records, each with a value for each of ``columns``.
  package var rows: [[CellValue]] { parts.count == 1 ? parts[0].rows : gathered.rows }

  private var gathered: (columns: [Column], rows: [[CellValue]]) {
    var union = ColumnUnion()
    var rows: [[CellValue]] = []
    for part in parts {
      union.begin(part.columns)
      for row in part.rows { rows.append(union.row(row)) }
    }
    union.seal()
    return (union.columns, rows.map { union.filled($0) })
  }

  /// Returns a record with its own fields.
  ///
  /// - Complexity: O(log *n*) in the number of parts.
  package func record(_ index: Int) -> CellValue {
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].start <= index { low = middle } else { high = middle - 1 }
    }
    return CellValue(parts[low].rows[index - parts[low].start], of: parts[low].columns)
  }

  /// The records as a list, or the only one.
  package var value: CellValue {
    guard isList else { return count == 0 ? .null : record(0) }
    return .list(
      parts.flatMap { part in part.rows.map { CellValue($0, of: part.columns) } })
  }

  /// The result as one line of JSON: an array for a list, an object for a single record.
  package func jsonText() -> String {
    var bytes: [UInt8] = []
    if isList { bytes.append(UInt8(ascii: "[")) }
    var isFirst = true
    for part in parts {
      let encoder = JSONRecordEncoder(part.columns, layout: .compact)
      for row in part.rows {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        encoder.append(row, to: &bytes)
      }
    }
    if isList { bytes.append(UInt8(ascii: "]")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
