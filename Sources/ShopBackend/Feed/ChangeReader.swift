import CoreSQLite
import WebMessages

/// Reads the changes recorded in the database since the last call.
///
/// Its own read-only connection neither waits for locks nor holds them between calls.
/// `data_version` shows whether another connection has committed. If the file cannot be read, the
/// next call tries again.
struct ChangeReader {
  static let batch = 500

  private let path: String
  private var database: Database?
  private var file: FileIdentity?
  /// The `data_version` after reading everything; nil for a new connection.
  private var version: Int?
  /// The id of the last event read, or of the last one before the reader began; nil until a shop was found.
  private(set) var position: Int?
  /// Whether changes may have been made before the first reading.
  private var mayMiss = false

  init(path: String) {
    self.path = path
  }

  /// Creates a reader of an existing file that starts after an event.
  init(path: String, after id: Int) {
    self.init(path: path)
    (file, position) = (FileIdentity(path), id)
  }

  /// Creates a reader that goes on where a watch has begun.
  init(path: String, from start: WatchStart) {
    self.init(path: path)
    (file, position) = (start.file, start.position)
    mayMiss = start.isUnreadable
  }

  /// Returns where a watch begins now; it takes less than a millisecond, and waits for no lock.
  static func start(path: String) -> WatchStart {
    let file = FileIdentity(path)
    var reader = ChangeReader(path: path)
    _ = reader.next()
    return WatchStart(
      file: file, position: reader.position,
      isUnreadable: file != nil && reader.position == nil)
  }

  /// Whether the file is there, but could not be read yet.
  var isUnreadable: Bool { mayMiss }

  /// Returns the changes since the last call, at most ``batch``.
  ///
  /// The first call of a reader without a start returns none. If changes are missing, the first one is
  /// a gap.
  mutating func next() -> [FeedEvent] {
    do {
      return try read()
    } catch let error as SQLiteError where error.isBusy {
      return []
    } catch {
      (database, version) = (nil, nil)
      return []
    }
  }

  /// Returns the changes after an event, up to the last one that was read, at most ``batch``, and
  /// whether they are the last ones; nil if changes are missing.
  mutating func changes(after id: Int) -> (changes: [FeedEvent], isLast: Bool)? {
    guard let last = position, let database = try? database ?? open() else { return nil }
    guard var found = try? Self.changes(after: id, in: database) else { return nil }
    found.removeAll { $0.id > last }
    guard found.first.map({ $0.id == id + 1 }) ?? (id == last) else { return nil }
    return (found.map(\.event), id + found.count >= last)
  }

  private mutating func read() throws -> [FeedEvent] {
    guard let found = FileIdentity(path) else {
      // A later file is a different one, even with the same inode number.
      (database, file) = (nil, nil)
      return []
    }
    guard found == file, let last = position else { return try begin(with: found) }
    let database = try database ?? open()
    let version = try Self.version(of: database)
    guard version != self.version else { return [] }

    let newest = try Self.newest(in: database)
    let changes = newest < last ? [] : try Self.changes(after: last, in: database)
    self.version = changes.count < Self.batch ? version : nil
    position = changes.last?.id ?? newest
    // The database dropped changes, or the file was overwritten.
    let hasGap = changes.isEmpty ? newest != last : changes[0].id != last + 1
    return (hasGap ? [.everything] : []) + changes.map(\.event)
  }

  private mutating func begin(with found: FileIdentity) throws -> [FeedEvent] {
    let opened = try open()
    let version = try Self.version(of: opened)
    let newest = try Self.newest(in: opened)
    // It may have been replaced while it was opened.
    guard FileIdentity(path) == found else { return [] }
    let isOther = position != nil || mayMiss
    (file, self.version, position, mayMiss) = (found, version, newest, false)
    return isOther ? [.everything] : []
  }

  private mutating func open() throws -> Database {
    let opened = try Database(reading: path)
    let version = try opened.first("PRAGMA user_version") { $0.integer(0) }
    guard version == Schema.version else {
      throw ShopStorageError(.foreign, path: path, "is not a shop of this version.")
    }
    database = opened
    return opened
  }

  private static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }

  /// Returns the last id, even if its event was deleted.
  static func newest(in database: Database) throws -> Int {
    try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'events'") {
      $0.integer(0)
    } ?? 0
  }

  private static func changes(
    after id: Int, in database: Database
  ) throws -> [(id: Int, event: FeedEvent)] {
    var changes: [(id: Int, event: FeedEvent)] = []
    try database.forEach(
      "SELECT \(FeedEvent.columns) FROM events WHERE id > ? ORDER BY id LIMIT ?",
      [.integer(id), .integer(batch)]
    ) { row in
      changes.append((row.integer(0), FeedEvent(row)))
    }
    return changes
  }
}
