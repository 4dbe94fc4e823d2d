import CSQLite

final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK else { throw SQLiteError.latest(on: connection) }
    guard let compiled else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "the statement is empty")
    }
    handle = compiled
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement to its end, or until `each` returns false.
  func run(_ values: [SQLiteValue], each: (Row) throws -> Bool) throws {
    let count = Int(sqlite3_bind_parameter_count(handle))
    guard count == values.count else {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE,
        message: "\(count) parameters need as many values, not \(values.count)")
    }
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: guard try each(Row(handle)) else { return }
      case SQLITE_DONE: return
      default: throw SQLiteError.running(on: connection)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    let result =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let integer): sqlite3_bind_int64(handle, index, Int64(integer))
      case .real(let real): sqlite3_bind_double(handle, index, real)
      case .text(let text): bind(text, at: index)
      case .blob(let bytes): bind(bytes, at: index)
      }
    guard result == SQLITE_OK else { throw SQLiteError.running(on: connection) }
  }

  private func bind(_ text: String, at index: Int32) -> Int32 {
    // An empty buffer's address may be nil, which would bind null; a C string's never is.
    text.withCString {
      seashell_bind_text(handle, index, $0, Int32(clamping: text.utf8.count))
    }
  }

  private func bind(_ bytes: [UInt8], at index: Int32) -> Int32 {
    guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
    return bytes.withUnsafeBytes {
      seashell_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count))
    }
  }
}

package enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Creates a text, or null for nil.
  package static func text(orNull text: String?) -> SQLiteValue {
    text.map(SQLiteValue.text) ?? .null
  }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}

/// A row of a running statement, valid only inside the closure that receives it.
package struct Row {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  /// Returns whether a column is null.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  /// Returns a column as an integer; 0 for null.
  package func integer(_ column: Int) -> Int {
    Int(sqlite3_column_int64(statement, Int32(column)))
  }

  /// Returns a column as a floating-point number; 0 for null.
  package func real(_ column: Int) -> Double {
    sqlite3_column_double(statement, Int32(column))
  }

  /// Returns a column as text; empty for null.
  package func text(_ column: Int) -> String {
    withText(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a column as bytes; empty for null.
  package func blob(_ column: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Calls `body` with a text column's UTF-8, without copying it.
  package func withText<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    // The pointer first: getting it may convert the value and change its length.
    let bytes = sqlite3_column_text(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return try body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }
}
