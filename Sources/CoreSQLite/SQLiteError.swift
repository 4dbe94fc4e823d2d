import CSQLite

/// An error of SQLite.
///
/// The message never contains a parameter's value. Where SQLite could quote one, the message is the standard
/// text for the result code.
package struct SQLiteError: Error, Sendable, Equatable {
  /// The primary result code, such as `SQLITE_BUSY`.
  package let code: Int32

  /// The extended result code, such as `SQLITE_IOERR_FSYNC`.
  package let extendedCode: Int32

  /// What is wrong, in at most 300 characters.
  package let message: String

  /// Creates an error from an extended result code.
  init(extendedCode: Int32, message: String) {
    self.code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = String(message.prefix(300))
  }

  /// Whether another connection held the lock until the timeout or the task's cancellation.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Whether the disk is full.
  package var isFull: Bool { code == SQLITE_FULL }

  /// Whether the open file was moved, deleted or replaced; nothing was written.
  package var isMoved: Bool { extendedCode == Self.movedCode }

  /// Whether the file is read-only, or its folder cannot hold a journal; nothing was written.
  package var isReadOnly: Bool { code == SQLITE_READONLY && !isMoved }

  /// Whether the file is damaged or not a database.
  package var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}

extension SQLiteError {
  /// The error of a write to a file that is no longer at its path.
  static let moved = SQLiteError(
    extendedCode: movedCode, message: "the file was moved, deleted or replaced")

  /// `SQLITE_READONLY_DBMOVED`, a macro that Swift does not import.
  private static let movedCode = SQLITE_READONLY | 4 << 8

  /// Returns a connection's last error, for use after opening it or compiling a statement.
  static func latest(on handle: OpaquePointer?) -> SQLiteError {
    SQLiteError(
      extendedCode: sqlite3_extended_errcode(handle),
      message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Returns a connection's last error, for use after running a statement with parameters.
  static func running(on handle: OpaquePointer?) -> SQLiteError {
    let code = sqlite3_extended_errcode(handle)
    // With this code alone, virtual tables and functions quote their arguments.
    guard code & 0xFF == SQLITE_ERROR else { return latest(on: handle) }
    return SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
  }
}
