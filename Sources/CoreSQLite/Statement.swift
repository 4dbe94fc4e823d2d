import CSQLite

/// A compiled statement, kept by its ``Database``.
final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Whether the statement stands at a row, so that nobody else may start it.
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
    guard Int(sqlite3_bind_parameter_count(handle)) == values.count else {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "a statement was given the wrong number of values")
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
    // Never nil, unlike an empty buffer's address: nil would bind null rather than no characters.
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
