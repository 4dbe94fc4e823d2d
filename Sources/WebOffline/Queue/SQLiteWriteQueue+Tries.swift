import CoreSQLite
import FoundationEssentials
import WebAPI
import WebMessages

/// The steps of sending that change the queue. Each is one transaction.
extension SQLiteWriteQueue {
  /// How long a service keeps a key at least, in seconds.
  ///
  /// After that, repeating a write in doubt may carry it out twice.
  static let keyLife: Double = 14 * 86_400

  enum Beginning: Sendable {
    /// The write as it was before this try.
    case send(QueueRow)
    case held(QueuedWrite)
    /// It has left the queue, or must no longer be sent.
    case gone
  }

  func first(after number: Int, of owner: DataOwner) throws -> QueuedWrite? {
    try read { database in
      try QueueRow.first(after: number, of: owner, in: database, at: now())?.write
    } ?? nil
  }

  func begin(_ number: Int, honorsKeys: Bool) throws -> Beginning {
    try change { database in
      let now = now()
      guard let (row, isIntact) = try QueueRow.whole(number, in: database, at: now),
        row.write.state == .waiting
      else { return .gone }
      if let reason = try Self.obstacle(of: row, isIntact, honorsKeys, in: database, at: now) {
        try database.run(
          "UPDATE writes SET state = 'held', reason = ? WHERE number = ?", .text(reason),
          .integer(number))
        return .held(try Self.write(number, in: database, at: now) ?? row.write)
      }
      try database.run(
        """
        UPDATE writes SET tries = tries + 1, sent_count = sent_count + 1, is_released = 0,
          in_doubt_since = COALESCE(in_doubt_since, ?)
        WHERE number = ?
        """, now.value, .integer(number))
      return .send(row)
    }
  }

  /// Returns why a write must not be sent until the user has seen it, if there is such a reason.
  private static func obstacle(
    of row: QueueRow, _ isIntact: Bool, _ honorsKeys: Bool, in database: Database, at now: Date
  ) throws -> String? {
    guard isIntact else { return "its content on the disk is damaged" }
    guard row.write.isInDoubt, row.write.method == .post || !honorsKeys else { return nil }
    let since =
      try database.first(
        "SELECT in_doubt_since FROM writes WHERE number = ?", .integer(row.write.number)
      ) { $0.real(0) } ?? 0
    guard honorsKeys else {
      if row.isReleased { return nil }
      let sent = Sendings.text(row.timesSent, Date(timeIntervalSince1970: since))
      return "\(sent), and the answer is not known; it may have been applied"
    }
    guard now.timeIntervalSince1970 - since > keyLife else { return nil }
    return "it may have been sent over 14 days ago, and the service may have forgotten that"
  }

  /// Records the result of a try; returns the updated write, or nil if it has left the queue.
  func finish(_ row: QueueRow, _ result: AttemptResult) throws -> QueuedWrite? {
    try change { database in
      let now = now()
      let number = row.write.number
      switch result {
      case .sent(let created):
        try database.run("DELETE FROM writes WHERE number = ?", .integer(number))
        if row.write.method == .post {
          try Self.rewriteDependents(of: row.write, created: created, in: database, at: now)
        }
        return nil
      case .postponed(let setback):
        try Self.update(row, setback, in: database, at: now)
        let wait = Backoff.wait(after: row.write.tries + 1, asked: setback.wait)
        try Self.postpone(row.write, setback, until: now + wait.seconds, in: database, at: now)
      case .held(let setback, let theirs):
        try Self.update(row, setback.saying(row.timesSent, at: now), in: database, at: now)
        try database.run(
          "UPDATE writes SET state = 'held', theirs = ? WHERE number = ?",
          QueueRow.json(theirs?.removingCredentials()), .integer(number))
        if setback.concernsAll {
          let wait = Backoff.wait(after: row.write.tries + 1, asked: setback.wait)
          try Self.postponeOthers(
            of: row.write.owner, until: now + wait.seconds, in: database, at: now)
        }
      }
      return try Self.write(number, in: database, at: now)
    }
  }

  private static func write(
    _ number: Int, in database: Database, at now: Date
  ) throws -> QueuedWrite? {
    try QueueRow.numbered(number, in: database, at: now)?.write
  }

  private static func update(
    _ row: QueueRow, _ setback: Setback, in database: Database, at now: Date
  ) throws {
    try database.run(
      """
      UPDATE writes SET reason = ?, status = ?, waits_from = NULL, waits_until = NULL,
        in_doubt_since = CASE WHEN ? THEN COALESCE(in_doubt_since, ?) ELSE NULL END,
        sent_count = ?, is_released = ?
      WHERE number = ?
      """,
      .text(setback.reason), setback.status.map(SQLiteValue.integer) ?? .null,
      .integer(setback.isInDoubt ? 1 : 0), now.value,
      .integer(row.timesSent + (setback.wasSent ? 1 : 0)),
      .integer(row.isReleased && !setback.wasSent ? 1 : 0), .integer(row.write.number))
  }

  /// Postpones a write; if all writes of its owner would fail for the same reason, postpones them too.
  private static func postpone(
    _ write: QueuedWrite, _ setback: Setback, until date: Date, in database: Database, at now: Date
  ) throws {
    try database.run(
      "UPDATE writes SET waits_from = ?, waits_until = ? WHERE number = ?", now.value, date.value,
      .integer(write.number))
    if setback.concernsAll {
      try postponeOthers(of: write.owner, until: date, in: database, at: now)
    }
  }

  private static func postponeOthers(
    of owner: DataOwner, until date: Date, in database: Database, at now: Date
  ) throws {
    try database.run(
      """
      UPDATE writes SET waits_from = ?1, waits_until = ?2
      WHERE environment = ?3 AND address = ?4 AND account IS ?5 AND state = 'waiting'
        AND (waits_until IS NULL OR waits_until < ?2 OR waits_from > ?1)
      """, now.value, date.value, .text(owner.environment), .text(owner.address),
      .text(orNull: owner.account))
  }

  /// Inserts the id that a write has created into the paths of the writes that depend on it.
  private static func rewriteDependents(
    of write: QueuedWrite, created id: String?, in database: Database, at now: Date
  ) throws {
    for var row in try QueueRow.dependents(from: write.number, in: database, at: now)
    where row.write.owner == write.owner && row.write.path.segments.contains(write.id) {
      let number = row.write.number
      guard let id else {
        try database.run(
          "UPDATE writes SET state = 'held', reason = ? WHERE number = ?",
          .text("\(write.id) was sent, but the service did not say which id it has"),
          .integer(number))
        continue
      }
      row.request.replace(write.id, with: id)
      try QueueRow.update(number, row.request.head, in: database)
      if row.write.dependsOn == write.number {
        try database.run(
          "UPDATE writes SET depends_on = NULL WHERE number = ?", .integer(number))
      }
    }
  }
}
