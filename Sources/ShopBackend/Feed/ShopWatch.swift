import CoreSQLite

/// Reads from the shop's file what has happened in it since the last look.
///
/// It has a connection of its own, which can only read, waits for nobody, and holds no lock between
/// looks: `data_version` says whether anyone else has committed anything. Whatever is wrong with the
/// file is left to the next look.
struct ShopWatch {
  /// How many events are read at once.
  static let batch = 500

  private let path: String
  private var database: Database?
  private var file: FileIdentity?
  /// What `data_version` was when everything had been read; nil where it says nothing, since the
  /// connection is new.
  private var version: Int?
  /// The id of the last event that was read, or that was there before the watch; nil before it has
  /// found a shop.
  private var last: Int?

  init(path: String) {
    self.path = path
  }

  /// Makes a watch of the file that is there, which tells what comes after an event.
  init(path: String, after id: Int) {
    self.init(path: path)
    (file, last) = (FileIdentity(path), id)
  }

  /// The id of the last event that was read or was there before; nil before a shop was found.
  var position: Int? { last }

  /// The events since the last call, at most a batch; the first call gives none.
  ///
  /// Where they cannot all be told, the first of them says that everything may have changed.
  mutating func next() -> [ShopChange] {
    do {
      return try read()
    } catch let error as SQLiteError where error.isBusy {
      return []
    } catch {
      (database, version) = (nil, nil)
      return []
    }
  }

  /// The events behind one that was read already, up to the last one that was: at most a batch.
  ///
  /// - Returns: the events, and whether there are no more of these; nil where they are not all there any
  ///   more.
  mutating func events(after id: Int) -> (events: [ShopChange], isLast: Bool)? {
    guard let last, let database = try? database ?? open() else { return nil }
    guard var found = try? Self.events(after: id, in: database) else { return nil }
    found.removeAll { $0.id > last }
    guard found.first.map({ $0.id == id + 1 }) ?? (id == last) else { return nil }
    return (found.map(\.event), id + found.count >= last)
  }

  private mutating func read() throws -> [ShopChange] {
    guard let found = FileIdentity(path) else {
      // A file that comes later is another one, though it may be given the same number.
      (database, file) = (nil, nil)
      return []
    }
    guard found == file, let last else { return try begin(with: found) }
    let database = try database ?? open()
    let version = try Self.version(of: database)
    guard version != self.version else { return [] }

    let newest = try Self.newest(in: database)
    let events = newest < last ? [] : try Self.events(after: last, in: database)
    self.version = events.count < Self.batch ? version : nil
    self.last = events.last?.id ?? newest
    // More has happened than the shop keeps, or another file's content was put into this one.
    let hasGap = events.isEmpty ? newest != last : events[0].id != last + 1
    return (hasGap ? [.everything] : []) + events.map(\.event)
  }

  /// Finds where to go on from in a file that was not there before: what it holds is not told.
  private mutating func begin(with found: FileIdentity) throws -> [ShopChange] {
    let opened = try open()
    let version = try Self.version(of: opened)
    let newest = try Self.newest(in: opened)
    // It may have been replaced while it was opened.
    guard FileIdentity(path) == found else { return [] }
    let isReplaced = last != nil
    (file, self.version, last) = (found, version, newest)
    return isReplaced ? [.everything] : []
  }

  private mutating func open() throws -> Database {
    let opened = try Database(reading: path)
    let version = try opened.first("PRAGMA user_version") { $0.integer(0) }
    guard version == Schema.version else {
      throw ShopStorageError(.foreign, path: path, "is no shop yet, or one of another version.")
    }
    database = opened
    return opened
  }

  private static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }

  /// The id that was given last, though its event may be gone.
  private static func newest(in database: Database) throws -> Int {
    try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'events'") {
      $0.integer(0)
    } ?? 0
  }

  private static func events(
    after id: Int, in database: Database
  ) throws -> [(id: Int, event: ShopChange)] {
    var events: [(id: Int, event: ShopChange)] = []
    try database.forEach(
      "SELECT id, name, resource, item FROM events WHERE id > ? ORDER BY id LIMIT ?",
      [.integer(id), .integer(batch)]
    ) { row in
      events.append((row.integer(0), ShopChange(row)))
    }
    return events
  }
}

extension ShopChange {
  fileprivate init(_ row: Row) {
    // A later version of the shop may have added kinds.
    self.init(
      Kind(rawValue: row.text(1)) ?? .invalidated, eventID: String(row.integer(0)),
      resource: row.text(2), item: row.text(3))
  }
}
