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
  /// Transactions do not nest.
  ///
  /// - Returns: what `body` returns, once it has been committed.
  /// - Throws: what `body` throws, or what SQLite says; nothing has then been written.
  package func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    try run(kind.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // A full disk or a failing one has rolled back already; what matters is the first error.
      try? run("ROLLBACK")
      throw error
    }
  }
}
