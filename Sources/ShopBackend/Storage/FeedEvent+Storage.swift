import CoreSQLite
import WebMessages

/// The changes of the shop's data in its database, reported by event streams.
extension FeedEvent {
  /// The number of changes that the database keeps.
  static let kept = 10_000

  /// A gap: everything may have changed.
  static let everything = FeedEvent(id: nil, .everything)

  /// The columns that ``init(_:)`` reads, in order.
  static let columns = "id, name, resource, item"

  /// Reads a row; an unknown kind, from a later version, becomes an invalidation.
  init(_ row: Row) {
    self.init(
      id: String(row.integer(0)),
      DataChange(
        DataChange.Kind(rawValue: row.text(1)) ?? .invalidated, of: row.text(2), id: row.text(3)))
  }
}

extension DataChange {
  /// Records the change in the transaction that makes it, and deletes the oldest one.
  ///
  /// - Returns: the event's id. Ids increase.
  func record(in database: Database) throws -> Int {
    try database.run(
      "INSERT INTO events (name, resource, item) VALUES (?, ?, ?)", .text(kind.rawValue),
      .text(orNull: resource), .text(orNull: id))
    let id = database.lastInsertedRow
    try database.run("DELETE FROM events WHERE id <= ?", .integer(id - FeedEvent.kept))
    return id
  }
}
