import CSQLite

/// The row at which a statement stands, valid inside the closure that was given it.
package struct Row {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  /// Whether a column is null.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  /// A column as an integer; null is 0.
  package func integer(_ column: Int) -> Int {
    Int(sqlite3_column_int64(statement, Int32(column)))
  }

  /// A column as a floating-point number; null is 0.
  package func real(_ column: Int) -> Double {
    sqlite3_column_double(statement, Int32(column))
  }

  /// A column as text; null is the empty text.
  package func text(_ column: Int) -> String {
    withText(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// A column as bytes; null is none.
  package func blob(_ column: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Lends a text column's UTF-8 as SQLite holds it, without a copy.
  package func withText<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    // The pointer is asked for first: asking may convert the value, which changes its length.
    let bytes = sqlite3_column_text(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return try body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }
}
