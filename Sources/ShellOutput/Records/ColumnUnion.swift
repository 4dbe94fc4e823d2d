/// The columns of all records of a list, in the order of first sight.
///
/// A column that records may lack, ``Column/isOptional``, counts once a record has it.
package struct ColumnUnion {
  package private(set) var columns: [Column] = []

  /// Whether records have begun, even if none has arrived.
  package private(set) var hasBegun = false

  private var indexes = NameIndex()
  /// The columns of the following records.
  private var next: [Column] = []
  /// For each of these, its index among all columns; nil if no record has had it.
  private var places: [Int?] = []
  /// Whether the following records have all columns, in their order.
  private var isSame = false
  private var hasRows = false
  /// Whether no further columns are added.
  private var isSealed = false

  package init() {}

  /// Begins records with these columns.
  package mutating func begin(_ next: [Column]) {
    if columns.isEmpty {
      columns.reserveCapacity(next.count)
      indexes.reserveCapacity(next.count)
    }
    add { $0.presence == .described }
    hasBegun = true
    self.next = next
    places = next.map { indexes[$0.name] }
    noteSame()
  }

  /// Adds no further columns than those that are named without records; all, if no record has come.
  mutating func seal() {
    let isAll = !hasRows
    add { isAll || !$0.isOptional }
    isSealed = true
    noteSame()
  }

  /// Adds columns of which no record has come.
  private mutating func add(where isAdded: (Column) -> Bool) {
    guard !isSealed else { return }
    for (index, column) in next.enumerated() where places[index] == nil && isAdded(column) {
      places[index] = add(column)
    }
  }

  private mutating func add(_ column: Column) -> Int {
    indexes.append(column.name)
    columns.append(column)
    return columns.count - 1
  }

  private mutating func noteSame() {
    isSame = places.count == columns.count && places.enumerated().allSatisfy { $0 == $1 }
  }

  /// Returns a record in the order of all columns; columns after its last one are missing.
  package mutating func row(_ values: [CellValue]) -> [CellValue] { row(values) { _ in } }

  /// Returns a record in the order of all columns, as ``row(_:)``.
  ///
  /// - Parameter late: called with the columns that are not among the sealed ones.
  @inline(__always)
  mutating func row(
    _ values: [CellValue], late: (Column) throws -> Void
  ) rethrows -> [CellValue] {
    isSame ? values : try placed(values, late)
  }

  private mutating func placed(
    _ values: [CellValue], _ late: (Column) throws -> Void
  ) rethrows -> [CellValue] {
    hasRows = true
    if columns.isEmpty, adopt(values) { return values }
    var row: [CellValue] = []
    row.reserveCapacity(max(columns.count, values.count))
    for _ in columns { row.append(.missing) }
    var isNew = false
    for (index, value) in values.enumerated() {
      if let place = places[index] {
        row[place] = value
      } else if isSealed {
        if !value.isMissing { try late(next[index]) }
      } else if !value.isMissing || !next[index].isOptional {
        places[index] = add(next[index])
        row.append(value)
        isNew = true
      }
    }
    if isNew { noteSame() }
    return row
  }

  /// Takes the columns of a first record that has all of them.
  private mutating func adopt(_ values: [CellValue]) -> Bool {
    guard !isSealed, values.count == next.count, !values.contains(where: { $0.isMissing }) else {
      return false
    }
    let names = NameIndex(next.map { $0.name })
    guard names.count == next.count else { return false }
    (columns, indexes) = (next, names)
    places = next.indices.map { Optional($0) }
    isSame = true
    return true
  }

  /// Returns an earlier row with all columns.
  package func filled(_ row: [CellValue]) -> [CellValue] {
    row.count == columns.count
      ? row : row + Array(repeating: .missing, count: columns.count - row.count)
  }

  /// Returns the values of some columns of a row, for records with these columns.
  package func values(of own: [Column], in row: [CellValue]) -> [CellValue] {
    own.map { column in
      guard let index = indexes[column.name], index < row.count else { return .missing }
      return row[index]
    }
  }
}
