import CoreSQLite

/// The index of words, inside the caller's transaction.
struct RecordIndex {
  /// A table of words in memory, for the records that could not be added to the file.
  static let temporaryTable = "temp.unindexed"

  let database: Database

  /// The number of the newest record.
  func newest() throws -> Int {
    try database.first("SELECT max(number) FROM records") { $0.integer(0) } ?? 0
  }

  /// Adds the records behind a number.
  ///
  /// - Returns: the number of the last one.
  func add(after number: Int) throws -> Int {
    let newest = try newest()
    try database.run(
      """
      INSERT INTO words (rowid, search)
      SELECT number, search FROM records WHERE number > ? AND number <= ?
      """, .integer(number), .integer(newest))
    return newest
  }

  /// Replaces the words of a record; its row still has the old ones.
  func replace(_ number: Int, with text: String) throws {
    try remove(number)
    try database.run(
      "INSERT INTO words (rowid, search) VALUES (?, ?)", .integer(number), .text(text))
  }

  /// Removes the words of a record; its row still has them.
  func remove(_ number: Int) throws {
    try database.run(
      """
      INSERT INTO words (words, rowid, search)
      SELECT 'delete', number, search FROM records WHERE number = ?
      """, .integer(number))
  }

  /// Creates the table in memory, with the records behind a number.
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

  /// Removes the table in memory.
  func removeTemporary() throws {
    try database.execute("DROP TABLE IF EXISTS \(Self.temporaryTable)")
  }

  /// Returns words as an FTS5 expression that matches each as a prefix; nil if there are none.
  ///
  /// Each word is quoted, so that no character has a meaning in FTS5. Words without a letter or
  /// digit are ignored, but alone they find nothing.
  static func expression(_ text: String) -> String? {
    // Scalars, not Characters: FTS5 sees the quote in a quote with an accent, and stops at a NUL.
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
    guard !words.isEmpty else { return nil }
    return words.map { word in
      var quoted = "\""
      for scalar in word {
        if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        quoted.unicodeScalars.append(scalar)
      }
      return quoted + "\"*"
    }.joined(separator: " ")
  }
}
