import ShellOutput

/// The columns of gathered records, whose fields can change from record to record.
struct ColumnUnion {
  private(set) var columns: [Column] = []

  /// Whether records have begun, even if none has arrived.
  private(set) var hasBegun = false

  /// For each column of the following records, its index among all columns; nil if they are the same.
  private var places: [Int]?

  mutating func begin(_ next: [Column]) {
    hasBegun = true
    let places = next.map { column in
      if let index = columns.firstIndex(where: { $0.name == column.name }) { return index }
      columns.append(column)
      return columns.count - 1
    }
    self.places = places.elementsEqual(places.indices) ? nil : places
  }

  /// Returns a record in the order of all columns; columns after its last one are missing.
  func gathered(_ values: [CellValue]) -> [CellValue] {
    guard let places else { return values }
    var row = Array(repeating: CellValue.null, count: columns.count)
    for (place, value) in zip(places, values) { row[place] = value }
    return row
  }

  func filled(_ row: [CellValue]) -> [CellValue] {
    row.count == columns.count
      ? row : row + Array(repeating: .null, count: columns.count - row.count)
  }
}
