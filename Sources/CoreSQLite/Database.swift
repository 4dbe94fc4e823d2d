import CSQLite
import Glibc

/// A connection to a database file.
///
/// SQLite is opened without mutexes, so a connection is not `Sendable` and stays within one actor.
/// Each statement is compiled once.
package final class Database {
  private let handle: OpaquePointer
  private let busyHandler: BusyHandler
  private var statements: [String: Statement] = [:]

  /// The version of SQLite: `3.45.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  package let path: String

  /// Opens a regular file, or creates one.
  ///
  /// Only the owner can read a created file and its journal. Foreign keys are enforced, and commits
  /// are synced to disk. While another connection holds the lock, a statement waits until the
  /// timeout or until its task is cancelled; both throw a busy error.
  ///
  /// - Parameters:
  ///   - path: the file. Its folder must exist.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  package init(path: String, busyTimeout: Int = 5_000) throws(SQLiteError) {
    self.path = path
    try Self.createPrivately(path)
    handle = try Self.open(path, SQLITE_OPEN_READWRITE)
    busyHandler = BusyHandler(milliseconds: busyTimeout)
    busyHandler.install(on: handle)
    try execute(
      """
      PRAGMA journal_mode=TRUNCATE;
      PRAGMA synchronous=FULL;
      PRAGMA foreign_keys=ON;
      """)
  }

  /// Opens an existing file read-only.
  ///
  /// If another connection holds the lock, it throws a busy error at once.
  package init(reading path: String) throws(SQLiteError) {
    self.path = path
    handle = try Self.open(path, SQLITE_OPEN_READONLY)
    busyHandler = BusyHandler(milliseconds: 0)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The key of the last inserted row.
  package var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Whether the open file was deleted, moved or replaced, so that writes to it would be lost.
  package var isMoved: Bool {
    var answer: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return result == SQLITE_OK && answer != 0
  }

  package func execute(_ script: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError.latest(on: handle)
    }
  }

  /// Runs a statement with the values of its parameters.
  package func run(_ sql: String, _ values: SQLiteValue...) throws {
    try statement(sql).run(values) { _ in true }
  }

  /// Calls `body` with each row of a query.
  package func forEach(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (Row) throws -> Void
  ) throws {
    try statement(sql).run(values) { row in
      try body(row)
      return true
    }
  }

  /// Returns the result of `body` for a query's first row; nil if the query has no rows.
  package func first<Result>(
    _ sql: String, _ values: SQLiteValue..., row body: (Row) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try statement(sql).run(values) { row in
      result = try body(row)
      return false
    }
    return result
  }

  private static func open(_ path: String, _ mode: Int32) throws(SQLiteError) -> OpaquePointer {
    // Opening a FIFO would block.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "not a regular file")
    }
    var opened: OpaquePointer?
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else {
      let error = SQLiteError.latest(on: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    return opened
  }

  private func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let held = statements[sql], !held.isRunning { return held }
    let statement = try Statement(sql, on: handle)
    statements[sql] = statement
    return statement
  }

  /// Creates a missing file, readable by its owner only.
  ///
  /// It calls `mknod`: after `open`, closing the descriptor would drop the locks of this process's
  /// other connections to the file (SQLite, "How To Corrupt", section 2.2).
  private static func createPrivately(_ path: String) throws(SQLiteError) {
    guard !path.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path has a NUL")
    }
    guard mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST else { return }
    throw SQLiteError(
      extendedCode: SQLITE_CANTOPEN, message: String(cString: strerror(errno)))
  }
}

extension Database {
  /// Runs `body` in a transaction, which is rolled back if `body` throws.
  ///
  /// Transactions do not nest. SQLite notices that the file was moved only when a transaction
  /// begins to write, so this checks again before and after the commit.
  ///
  /// - Returns: what `body` returns, once it is committed to the file at the path.
  /// - Throws: what `body` throws, or ``SQLiteError``. Nothing was written, unless the error is
  ///   `SQLITE_IOERR`: then the file was moved or replaced during the commit.
  package func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    try run(kind.rawValue)
    let result: Result
    do {
      result = try body()
      if kind == .immediate, isMoved { throw SQLiteError.moved }
      try run("COMMIT")
    } catch {
      // Fails if SQLite has rolled back already, as on a full disk; report the first error.
      try? run("ROLLBACK")
      throw error
    }
    guard kind == .deferred || !isMoved else {
      throw SQLiteError(
        extendedCode: SQLITE_IOERR,
        message: "the file was moved, deleted or replaced during the commit")
    }
    return result
  }
}

/// When a transaction takes its lock.
package enum TransactionKind: String, Sendable {
  /// At the first read, so that all reads see the same content.
  case deferred = "BEGIN DEFERRED"
  /// At once, for writing; only this step waits for another writer.
  case immediate = "BEGIN IMMEDIATE"
}
