import CoreSQLite

/// A change of the shop's data, kept so that a feed can tell of it.
struct EventRecord {
  /// How many of the latest events are kept.
  static let kept = 10_000

  let kind: ShopChange.Kind

  /// The collection's path, such as `products/p-7/reviews`.
  let resource: String

  /// The id of what has changed.
  let item: String

  /// Records the event in the transaction that makes the change.
  ///
  /// - Returns: the event's id, which only grows.
  func record(in database: Database) throws -> Int {
    try database.run(
      "INSERT INTO events (name, resource, item) VALUES (?, ?, ?)", .text(kind.rawValue),
      .text(resource), .text(item))
    let id = database.lastInsertedRow
    try database.run("DELETE FROM events WHERE id <= ?", .integer(id - Self.kept))
    return id
  }
}
