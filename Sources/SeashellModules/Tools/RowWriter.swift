package import SeashellKit

/// Writes values that arrive one by one as the rows of a list.
///
/// The first ``sampleSize`` values decide the columns: the fields of their records in the order of their
/// first appearance, and `value` for values that are not records. Fields that first appear later are
/// dropped, with a notice.
///
/// Of a stream, whose next value may take long, the first value decides the columns. So each is written at once,
/// and what is written does not depend on when they come. Fields that first appear later become further columns,
/// except in CSV.
@MainActor
package struct RowWriter {
  /// The number of values that are collected to decide the columns.
  package static let sampleSize = 100

  /// The maximum number of columns.
  package static let mostColumns = 256

  private static let valueColumn = "value"

  private let output: Output
  private let report: (String) -> Void
  private let describe: ((String) -> Column)?
  private let isStream: Bool
  private var columns: [String] = []
  /// The indexes of the columns; the last columns may not be indexed yet.
  private var indexes: [String: Int] = [:]
  private var waiting: [CellValue] = []
  private var hasBegun = false
  private var hasReported = false

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - output: receives the rows.
  ///   - columns: the first columns, which are shown even without values.
  ///   - describe: returns the column with a name; nil for columns without hints.
  ///   - isStream: whether the values come over time.
  ///   - report: receives notices.
  package init(
    to output: Output, columns: [String] = [], describe: ((String) -> Column)? = nil,
    isStream: Bool = false, report: @escaping (String) -> Void
  ) {
    self.output = output
    self.isStream = isStream
    self.report = report
    self.describe = describe
    for column in columns { add(column) }
  }

  /// Writes a value, or collects it until the columns are decided.
  ///
  /// - Throws: an error if the results cannot be written.
  package mutating func append(_ value: CellValue) throws {
    if hasBegun { return try write(value) }
    waiting.append(value)
    if let fields = value.fieldsValue {
      if columns.isEmpty { columns.reserveCapacity(min(fields.count, Self.mostColumns)) }
      for (position, field) in fields.enumerated()
      where index(of: field.name, guess: position) == nil {
        add(field.name)
      }
    } else {
      add(Self.valueColumn)
    }
    if isStream || waiting.count >= Self.sampleSize { try begin() }
  }

  /// Writes the collected values, and ends the list.
  ///
  /// - Throws: an error if the results cannot be written.
  package mutating func finish() throws {
    if !hasBegun { try begin() }
  }

  private mutating func add(_ column: String) {
    guard columns.count < Self.mostColumns, index(of: column) == nil else { return }
    columns.append(column)
  }

  /// Returns the index of a column, if it exists.
  ///
  /// - Parameter guess: an index that is tried first, since most records have equal fields in equal order.
  private mutating func index(of column: String, guess: Int = 0) -> Int? {
    if guess < columns.count, columns[guess] == column { return guess }
    // A short list is searched faster than a dictionary.
    guard columns.count > 16 else { return columns.firstIndex(of: column) }
    for index in indexes.count..<columns.count { indexes[columns[index]] = index }
    return indexes[column]
  }

  private mutating func begin() throws {
    hasBegun = true
    if waiting.isEmpty, columns.isEmpty { add(Self.valueColumn) }
    try output.columns(shownColumns)
    for value in waiting { try write(value) }
    waiting = []
  }

  private var shownColumns: [Column] { columns.map { describe?($0) ?? Column($0) } }

  private mutating func write(_ value: CellValue) throws {
    var row = [CellValue](repeating: .null, count: columns.count)
    // If a name occurs several times, the first field counts, as everywhere.
    let fields = value.fieldsValue ?? [.init(Self.valueColumn, value)]
    for (position, field) in fields.enumerated().reversed() {
      if let index = index(of: field.name, guess: position) {
        row[index] = field.value
      } else if try extend(by: fields) {
        return try write(value)
      } else {
        leaveOut(field.name)
      }
    }
    try output.row(row)
  }

  /// Adds the columns that are new; returns false if there are none, or they cannot be added.
  private mutating func extend(by fields: [CellValue.Field]) throws -> Bool {
    guard isStream, output.takesNewFields else { return false }
    let count = columns.count
    for field in fields { add(field.name) }
    guard columns.count > count else { return false }
    try output.extend(shownColumns)
    return true
  }

  private mutating func leaveOut(_ field: String) {
    guard !hasReported else { return }
    hasReported = true
    report(
      columns.count < Self.mostColumns
        ? "the field '\(field)' is left out: "
          + (isStream
            ? "it is not in the first record, whose fields are the header"
            : "it is not in the first \(Self.sampleSize) records")
        : "the field '\(field)' is left out: a list has at most \(Self.mostColumns) columns")
  }
}
