import CoreSQLite

/// The index of words for searches, used inside the caller's transaction.
struct RecordIndex {
  /// A table of words in memory, for the records that could not be added to the file.
  static let temporaryTable = "temp.unindexed"

  let database: Database

  func newest() throws -> Int {
    try database.first("SELECT max(number) FROM records") { $0.integer(0) } ?? 0
  }

  /// Adds the records after a number; returns the number of the last one.
  func add(after number: Int) throws -> Int {
    let newest = try newest()
    try database.run(
      """
      INSERT INTO words (rowid, search)
      SELECT number, search FROM records WHERE number > ? AND number <= ?
      """, .integer(number), .integer(newest))
    return newest
  }

  /// Replaces the words of a record whose row still has the old ones.
  func replace(_ number: Int, with text: String) throws {
    try remove(number)
    try database.run(
      "INSERT INTO words (rowid, search) VALUES (?, ?)", .integer(number), .text(text))
  }

  /// Removes the words of a record whose row still has them.
  func remove(_ number: Int) throws {
    try database.run(
      """
      INSERT INTO words (words, rowid, search)
      SELECT 'delete', number, search FROM records WHERE number = ?
      """, .integer(number))
  }

  func makeTemporary(after number: Int) throws {
    try database.execute(
      """
      CREATE VIRTUAL TABLE \(Self.temporaryTable) USING fts5 (
        search, content = '', tokenize = 'unicode61 remove_diacritics 2'
      )
      """)
    try database.run(
      """
      INSERT INTO \(Self.temporaryTable) (rowid, search)
      SELECT number, search FROM records WHERE number > ?
      """, .integer(number))
  }

  func removeTemporary() throws {
    try database.execute("DROP TABLE IF EXISTS \(Self.temporaryTable)")
  }
}
