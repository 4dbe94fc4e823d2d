import CSQLite

/// What SQLite refused or failed to do.
///
/// The message never holds a bound value: SQLite quotes identifiers in its errors, and where a
/// running statement could quote an argument, the code's own text is taken instead.
package struct SQLiteError: Error, Sendable, Equatable {
  /// The primary result code, such as `SQLITE_BUSY`.
  package let code: Int32

  /// The extended result code, such as `SQLITE_IOERR_FSYNC`.
  package let extendedCode: Int32

  /// What happened, at most 300 characters long.
  package let message: String

  /// Makes an error from an extended result code.
  package init(extendedCode: Int32, message: String) {
    self.code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = String(message.prefix(300))
  }

  /// Another connection held the lock for longer than the busy timeout, or than the task was wanted.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// There is no room left for what was to be written.
  package var isFull: Bool { code == SQLITE_FULL }

  /// The file that is open is no longer the one at its path; nothing was written.
  package var isMoved: Bool { extendedCode == Self.movedCode }

  /// The file can be read but not written, or its folder takes no journal; nothing was written.
  package var isReadOnly: Bool { code == SQLITE_READONLY && !isMoved }

  /// The file is damaged, or is no database at all.
  package var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}

extension SQLiteError {
  /// The error of a write to a file that is no longer at its path.
  static let moved = SQLiteError(
    extendedCode: movedCode, message: "the file was moved, deleted or replaced")

  /// `SQLITE_READONLY_DBMOVED`, a macro that Swift does not see.
  private static let movedCode = SQLITE_READONLY | 4 << 8

  /// The error that a connection has just met while it compiled or opened something.
  static func latest(on handle: OpaquePointer?) -> SQLiteError {
    SQLiteError(
      extendedCode: sqlite3_extended_errcode(handle),
      message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The error that a statement has just met while it ran, bound values at hand.
  static func running(on handle: OpaquePointer?) -> SQLiteError {
    let code = sqlite3_extended_errcode(handle)
    // A virtual table or a function reports its arguments under this code alone.
    guard code & 0xFF == SQLITE_ERROR else { return latest(on: handle) }
    return SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
  }
}
