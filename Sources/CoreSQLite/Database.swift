import CSQLite
import Glibc

/// A connection to a database file.
///
/// It is deliberately not `Sendable`: SQLite is opened without its own mutexes, and the compiler
/// keeps a connection within the one actor that made it. Statements are compiled once and kept.
package final class Database {
  private let handle: OpaquePointer
  private let busyWait: BusyWait
  private var statements: [String: Statement] = [:]

  /// The file that was opened.
  package let path: String

  /// Opens a regular file, which is made readable by its owner alone if it is not there.
  ///
  /// The journal that SQLite keeps beside it gets the file's own mode. Foreign keys are enforced,
  /// and what is committed has reached the disk. Where another connection holds the lock, whoever
  /// runs a statement waits for it, and stops waiting when its task is cancelled: the error is then
  /// busy too.
  ///
  /// - Parameters:
  ///   - path: the file; its folder is there.
  ///   - busyTimeout: how many milliseconds to wait for another connection's lock.
  package init(path: String, busyTimeout: Int = 5_000) throws(SQLiteError) {
    self.path = path
    try Self.createPrivately(path)
    handle = try Self.open(path, SQLITE_OPEN_READWRITE)
    busyWait = BusyWait(milliseconds: busyTimeout)
    busyWait.install(on: handle)
    try execute(
      """
      PRAGMA journal_mode=TRUNCATE;
      PRAGMA synchronous=FULL;
      PRAGMA foreign_keys=ON;
      """)
  }

  /// Opens a file that is there, to read it alone and without waiting: where another connection
  /// holds the lock, the error is busy at once.
  package init(reading path: String) throws(SQLiteError) {
    self.path = path
    handle = try Self.open(path, SQLITE_OPEN_READONLY)
    busyWait = BusyWait(milliseconds: 0)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The key of the row that was inserted last.
  package var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// How many rows the last statement that writes has touched.
  package var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Whether the file that is open is no longer the one at its path.
  ///
  /// It was deleted, moved away, or replaced; what is written to it then goes the same way.
  package var isMoved: Bool {
    var answer: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return result == SQLITE_OK && answer != 0
  }

  /// Runs a text of any number of statements that take and give nothing.
  package func execute(_ script: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError.latest(on: handle)
    }
  }

  /// Runs one statement, whose parameters get the values in their order.
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

  /// What `body` makes of a query's first row; nil where there is none.
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
    // SQLite would wait for whoever writes to a FIFO.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "it is no regular file")
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

  /// Makes the file with its mode in one step, where it is not there.
  ///
  /// `mknod` rather than `open`: closing a descriptor of the file would drop the locks that
  /// another connection of this process holds on it (SQLite, "How To Corrupt", section 2.2).
  private static func createPrivately(_ path: String) throws(SQLiteError) {
    guard !path.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path holds a NUL")
    }
    guard mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST else { return }
    throw SQLiteError(
      extendedCode: SQLITE_CANTOPEN, message: String(cString: strerror(errno)))
  }
}
