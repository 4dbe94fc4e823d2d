import CoreSQLite
import WebAPI

/// The state in a store's file: its owner, its clock, and the progress of its index.
///
/// A tick is the unit of time that orders records by their last use. It advances by one at the first use at
/// least a minute before or after the last advance, so that setting back the clock does not change the order.
struct RecordState {
  /// The minimum time between two ticks, in seconds.
  static let tickLength = 60.0

  var tick: Int

  /// The number of the last record in the index of words.
  var indexed: Int

  /// Whether the file still has an older tick.
  private(set) var isAdvanced: Bool

  /// Reads the state; nil if the file belongs to another owner or to none.
  ///
  /// - Parameter now: seconds of the wall clock, from any fixed date.
  init?(_ database: Database, of owner: DataOwner, now: Double) throws {
    let found = try database.first(
      """
      SELECT environment = ? AND address = ? AND account IS ?, tick, tick_at, indexed FROM meta
      """, .text(owner.environment), .text(owner.address), .text(orNull: owner.account)
    ) { ($0.integer(0) == 1, $0.integer(1), $0.real(2), $0.integer(3)) }
    guard let (isOwn, tick, date, indexed) = found, isOwn else { return nil }
    isAdvanced = !(abs(now - date) < Self.tickLength)
    self.tick = isAdvanced ? tick + 1 : tick
    self.indexed = indexed
  }

  /// Empties the file and assigns it to an owner.
  init(emptying database: Database, for owner: DataOwner, now: Double) throws {
    try database.execute(
      """
      DELETE FROM meta;
      DELETE FROM positions;
      DELETE FROM lists;
      DELETE FROM uses;
      DELETE FROM records;
      INSERT INTO words (words) VALUES ('delete-all');
      PRAGMA incremental_vacuum;
      """)
    tick = 1
    indexed = 0
    isAdvanced = false
    try database.run(
      "INSERT INTO meta VALUES (?, ?, ?, ?, ?, ?)", .text(owner.environment),
      .text(owner.address), .text(orNull: owner.account), .integer(tick), .real(now),
      .integer(indexed))
  }

  mutating func saveTick(in database: Database, now: Double) throws {
    guard isAdvanced else { return }
    try database.run("UPDATE meta SET tick = ?, tick_at = ?", .integer(tick), .real(now))
    isAdvanced = false
  }

  mutating func saveIndexed(_ number: Int, in database: Database) throws {
    try database.run("UPDATE meta SET indexed = ?", .integer(number))
    indexed = number
  }
}
