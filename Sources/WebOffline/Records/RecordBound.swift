import CoreSQLite

/// Keeps a store's file below a size, inside the caller's transaction.
struct RecordBound {
  /// How many records are deleted before the size is looked at again.
  private static let batch = 100

  /// The least that one save may free, in bytes.
  private static let leastWork = 1 << 20

  let database: Database
  let indexed: Int

  /// Deletes the records that were used longest ago, and gives free space back to the disk.
  ///
  /// After a save of n bytes it frees at most 4 n bytes or 1 MiB, whichever is more: so a lower
  /// limit than before is reached in several saves.
  ///
  /// - Parameters:
  ///   - limit: the largest size in bytes.
  ///   - saved: the size of what was saved in this transaction, in bytes.
  func enforce(_ limit: Int, saved: Int) throws {
    let pageSize = max(try number("page_size"), 1)
    let pages = limit / pageSize
    guard try number("page_count") > pages else { return }
    let target = max(pages, try usedPages() - max(saved * 4, Self.leastWork) / pageSize)
    while try usedPages() > target, try deleteOldest() {}
    let excess = try number("page_count") - pages
    guard excess > 0 else { return }
    try database.execute("PRAGMA incremental_vacuum(\(excess))")
  }

  /// Deletes a batch of records, and lists that are empty and older.
  ///
  /// - Returns: false if there are no records.
  private func deleteOldest() throws -> Bool {
    let oldest = "(SELECT number FROM uses ORDER BY tick, number LIMIT \(Self.batch))"
    try database.run(
      """
      INSERT INTO words (words, rowid, search)
      SELECT 'delete', number, search FROM records WHERE number IN \(oldest) AND number <= ?
      """, .integer(indexed))
    try database.run("DELETE FROM positions WHERE record IN \(oldest)")
    try database.run("DELETE FROM records WHERE number IN \(oldest)")
    try database.run("DELETE FROM uses WHERE number IN \(oldest)")
    let deleted = try number("changes")
    try database.run(
      """
      DELETE FROM lists WHERE tick < coalesce((SELECT min(tick) FROM uses), tick + 1)
      AND NOT EXISTS (SELECT 1 FROM positions WHERE list = lists.number)
      """)
    return deleted > 0
  }

  private func usedPages() throws -> Int {
    try number("page_count") - number("freelist_count")
  }

  private func number(_ pragma: String) throws -> Int {
    let sql = pragma == "changes" ? "SELECT changes()" : "PRAGMA \(pragma)"
    return try database.first(sql) { $0.integer(0) } ?? 0
  }
}
