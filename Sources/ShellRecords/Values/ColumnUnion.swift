import ShellOutput

/// The columns of records that are gathered, whose fields can change on the way.
struct ColumnUnion {
  /// All columns so far.
  private(set) var columns: [Column] = []

  /// Whether there have been records, or the beginning of some.
  private(set) var hasBegun = false

  /// The index among all columns of each column of the records that follow; nil if they are the same.
  private var places: [Int]?

  /// Adds the columns of the records that follow.
  mutating func begin(_ next: [Column]) {
    hasBegun = true
    let places = next.map { column in
      if let index = columns.firstIndex(where: { $0.name == column.name }) { return index }
      columns.append(column)
      return columns.count - 1
    }
    self.places = places.elementsEqual(places.indices) ? nil : places
  }

  /// Returns a record in the order of all columns; those after its last one are missing.
  func gathered(_ values: [CellValue]) -> [CellValue] {
    guard let places else { return values }
    var row = Array(repeating: CellValue.null, count: columns.count)
    for (place, value) in zip(places, values) { row[place] = value }
    return row
  }

  /// Returns a gathered record with a value for each column.
  func filled(_ row: [CellValue]) -> [CellValue] {
    row.count == columns.count
      ? row : row + Array(repeating: .null, count: columns.count - row.count)
  }
}
