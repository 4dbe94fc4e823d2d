import CoreSQLite

/// A change of the shop's data, reported by event streams.
package struct ShopChange: Sendable, Hashable {
  /// The kinds of change; their raw values are event names.
  package enum Kind: String, Sendable {
    case inserted = "api.data.inserted"
    case updated = "api.data.updated"
    case deleted = "api.data.deleted"
    case invalidated = "api.data.invalidated"
  }

  /// The number of changes that the database keeps.
  static let kept = 10_000

  /// A change of unknown extent: everything may have changed.
  static let everything = ShopChange(.invalidated)

  /// The id of the event, as in a write's `Event-Id`, if it is in the database.
  package let eventID: String?

  package let kind: Kind

  /// The path of the collection, such as `products/p-7/reviews`; nil if everything may have
  /// changed.
  package let resource: String?

  /// The id of the changed element; nil if everything may have changed.
  package let item: String?

  init(
    _ kind: Kind, eventID: String? = nil, resource: String? = nil, item: String? = nil
  ) {
    self.kind = kind
    self.eventID = eventID
    self.resource = resource
    self.item = item
  }

  /// The columns that ``init(_:)`` reads, in order.
  static let columns = "id, name, resource, item"

  /// Reads a row; an unknown kind, from a later version, becomes ``Kind/invalidated``.
  init(_ row: Row) {
    self.init(
      Kind(rawValue: row.text(1)) ?? .invalidated, eventID: String(row.integer(0)),
      resource: row.text(2), item: row.text(3))
  }

  /// Records the change in the transaction that makes it, and deletes the oldest one.
  ///
  /// - Returns: the event's id. Ids increase.
  func record(in database: Database) throws -> Int {
    try database.run(
      "INSERT INTO events (name, resource, item) VALUES (?, ?, ?)", .text(kind.rawValue),
      .text(orNull: resource), .text(orNull: item))
    let id = database.lastInsertedRow
    try database.run("DELETE FROM events WHERE id <= ?", .integer(id - Self.kept))
    return id
  }
}
