import CSQLite

/// When a transaction takes its lock.
package enum TransactionKind: String, Sendable {
  /// At its first read: for several reads that must agree.
  case deferred = "BEGIN DEFERRED"
  /// At once, to write: it waits for another writer here, and nowhere later.
  case immediate = "BEGIN IMMEDIATE"
}

extension Database {
  /// Runs `body` inside a transaction, which is rolled back where `body` throws.
  ///
  /// Transactions do not nest. SQLite looks whether the file is still at its path when a transaction
  /// begins to write and never again; so one that writes looks before and after it commits.
  ///
  /// - Returns: what `body` returns, once it has been committed to the file at the path.
  /// - Throws: what `body` throws, or what SQLite says; nothing has then been written. The one
  ///   exception is `SQLITE_IOERR`: the file was moved or replaced during the commit itself.
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
      // A full disk or a failing one has rolled back already; what matters is the first error.
      try? run("ROLLBACK")
      throw error
    }
    guard kind == .deferred || !isMoved else {
      throw SQLiteError(
        extendedCode: SQLITE_IOERR,
        message: "the file was moved, deleted or replaced while the change was written to it")
    }
    return result
  }
}
