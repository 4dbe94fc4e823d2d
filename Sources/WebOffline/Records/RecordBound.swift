import CoreSQLite

/// Keeps a store's file below a size limit, inside the caller's transaction.
struct RecordBound {
  /// How many records are deleted before the size is checked again.
  private static let batch = 100

  /// How many bytes each save may free at least.
  private static let leastWork = 1 << 20

  let database: Database
  let indexed: Int

  /// Deletes the least recently used records, and returns free space to the file system.
  ///
  /// After a save of n bytes it frees at most 4 n bytes or 1 MiB, whichever is more, so that a
  /// lowered limit is reached over several saves. `saved` is in bytes.
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

  /// Deletes records and older lists that are empty; returns false if there were no records.
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
