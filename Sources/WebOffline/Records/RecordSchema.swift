import CoreSQLite

/// The tables of a store's file.
///
/// `uses` changes at each refresh, but `records` only with the data, so that receiving the same record again
/// writes only a few bytes. `words` contains the records up to the number `meta.indexed`; the others are
/// added before a search, since adding them page by page would cost more than the rest of a save.
enum RecordSchema {
  /// The steps from an empty file to the current version; the version is their number.
  static let migrations = [
    """
    CREATE TABLE meta (
      environment TEXT NOT NULL,
      address TEXT NOT NULL,
      account TEXT,
      tick INTEGER NOT NULL,
      tick_at REAL NOT NULL,
      indexed INTEGER NOT NULL
    );
    CREATE TABLE records (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      json BLOB NOT NULL,
      search TEXT NOT NULL,
      UNIQUE (kind, id)
    );
    CREATE TABLE uses (
      number INTEGER PRIMARY KEY,
      received_at REAL NOT NULL,
      tick INTEGER NOT NULL
    );
    CREATE INDEX uses_by_tick ON uses (tick);
    CREATE TABLE lists (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      total INTEGER,
      tick INTEGER NOT NULL
    );
    CREATE INDEX lists_by_tick ON lists (tick);
    CREATE TABLE positions (
      list INTEGER NOT NULL,
      position INTEGER NOT NULL,
      record INTEGER NOT NULL,
      PRIMARY KEY (list, position),
      UNIQUE (record, list)
    ) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5 (
      search, content = 'records', content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2'
    );
    """,
    // Records are as the service has sent them, with the list that they belong to; before, they were as a module had read
    // them, from which that cannot be made. Whole responses are as they were.
    """
    INSERT INTO words (words) VALUES ('delete-all');
    DELETE FROM positions;
    DELETE FROM lists;
    DELETE FROM uses WHERE number IN (SELECT number FROM records WHERE kind <> 'responses');
    DELETE FROM records WHERE kind <> 'responses';
    UPDATE meta SET indexed = 0;
    ALTER TABLE records ADD COLUMN list TEXT NOT NULL DEFAULT '';
    PRAGMA incremental_vacuum;
    """,
  ]

  static func migrate(_ database: Database) throws {
    guard try version(of: database) != migrations.count else { return }
    // This takes effect only in an empty file, before any transaction.
    try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
    // A second process waits here, and then finds the current version.
    try database.transaction(.immediate) {
      let version = try version(of: database)
      guard version <= migrations.count else { throw RecordFileProblem.newer }
      guard version >= 0 else { throw RecordFileProblem.damaged }
      if version == 0, try database.first("SELECT 1 FROM sqlite_schema", row: { _ in true }) != nil
      {
        throw RecordFileProblem.damaged
      }
      for migration in migrations[version...] { try database.execute(migration) }
      try database.execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  private static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }
}
