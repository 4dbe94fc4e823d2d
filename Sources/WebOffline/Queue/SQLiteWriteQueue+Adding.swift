import CoreJSON
import CoreSQLite
import FoundationEssentials
import WebAPI
import WebMessages

extension SQLiteWriteQueue {
  func add(
    _ request: APIRequest, of owner: DataOwner, base: JSONValue?, isInDoubt: Bool
  ) throws -> QueuedWrite {
    let stored = try RepeatableRequest.stored(request, of: owner)
    return try change { database in
      let now = now()
      let size = stored.body?.count ?? 0
      try Self.checkRoom(for: size, in: database)
      let before = try Self.earlier(than: stored, of: owner, in: database, at: now)
      let base = before.base(of: base)
      if stored.method != .post, stored.ifMatch == nil, base == nil, before.dependsOn == nil {
        throw QueueError(
          .unsafe,
          "it cannot wait, since the values that it replaces are not known",
          hint: "read the record once while the service is reachable, and then change it")
      }
      let head = try QueueRow.json(stored.head)
      guard case .text(let text) = head else { throw QueueFileDamaged() }
      try database.run(
        """
        INSERT INTO writes (environment, address, account, head, fields, base, state, tries,
          sent_count, created_at, in_doubt_since, depends_on, size, digest, body)
        VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?7, ?7, ?, ?, ?, ?, ?, ?)
        """,
        .text(owner.environment), .text(owner.address), .text(orNull: owner.account), head,
        QueueRow.json(stored.fields), QueueRow.json(base?.removingCredentials()),
        .integer(isInDoubt ? 1 : 0),
        now.value, isInDoubt ? now.value : .null,
        before.dependsOn.map(SQLiteValue.integer) ?? .null, .integer(size),
        .text(QueueRow.digest(text, stored.body)), stored.body.map { .blob(Array($0)) } ?? .null)
      let number = database.lastInsertedRow
      guard let row = try QueueRow.numbered(number, in: database, at: now) else {
        throw QueueFileDamaged()
      }
      return row.write
    }
  }

  private static func checkRoom(for size: Int, in database: Database) throws {
    let (count, total) =
      try database.first("SELECT COUNT(*), TOTAL(size) FROM writes") {
        ($0.integer(0), Int($0.real(1)))
      } ?? (0, 0)
    guard count < maximumCount else {
      throw QueueError(
        .full, "the queue has \(count) writes, and can have no more",
        hint: "send them with 'queue run', or drop some")
    }
    guard total + size <= maximumSize else {
      throw QueueError(
        .full, "the writes in the queue may have \(maximumSize >> 20) MB together",
        hint: "send them with 'queue run', or drop some")
    }
  }

  /// Finds the queued writes that come before a write to the same record.
  private static func earlier(
    than request: StoredRequest, of owner: DataOwner, in database: Database, at now: Date
  ) throws -> EarlierWrites {
    var result = EarlierWrites()
    let names = request.path.segments.compactMap(QueuedWrite.number)
    for number in names {
      guard let row = try QueueRow.numbered(number, in: database, at: now),
        row.write.owner == owner, row.write.method == .post
      else { continue }
      result.dependsOn = max(result.dependsOn ?? 0, number)
      if request.path.segments.last == row.write.id { result.add(row.write) }
    }
    guard request.method != .post else { return result }
    for row in try QueueRow.all(of: owner, in: database, at: now)
    where row.write.method == .put && row.request.path == request.path {
      result.add(row.write)
    }
    return result
  }

  func drop(_ numbers: Set<Int>) throws -> [QueuedWrite] {
    guard let first = numbers.min() else { return [] }
    guard mayHaveWrites else { throw QueueError.missing(first) }
    return try change { database in
      let now = now()
      var dropped: [Int: QueuedWrite] = [:]
      for number in numbers.sorted() {
        guard let row = try QueueRow.numbered(number, in: database, at: now) else {
          throw QueueError.missing(number)
        }
        dropped[number] = row.write
      }
      for row in try QueueRow.dependents(from: first, in: database, at: now) {
        if let number = row.write.dependsOn, dropped[number] != nil {
          dropped[row.write.number] = row.write
        }
      }
      for write in dropped.values.sorted(by: { $0.number > $1.number }) {
        try database.run("DELETE FROM writes WHERE number = ?", .integer(write.number))
        try Self.restoreBases(after: write, in: database, at: now)
      }
      return dropped.values.sorted { $0.number < $1.number }
    }
  }

  /// Makes the writes after a dropped one expect the values that it would have replaced.
  private static func restoreBases(
    after dropped: QueuedWrite, in database: Database, at now: Date
  ) throws {
    guard dropped.method == .put, case .object(let old)? = dropped.base,
      case .object(let new)? = dropped.fields
    else { return }
    for row in try QueueRow.all(of: dropped.owner, in: database, at: now)
    where row.write.number > dropped.number && row.write.path == dropped.path {
      guard case .object(var base)? = row.write.base else { continue }
      for (name, value) in new where base[name].map({ FieldComparison.isSame($0, value) }) == true {
        base[name] = old[name] ?? base[name]
      }
      try database.run(
        "UPDATE writes SET base = ? WHERE number = ?", QueueRow.json(.object(base)),
        .integer(row.write.number))
    }
  }

  func release(_ number: Int, overwriting overwrites: Bool) throws {
    guard mayHaveWrites else { throw QueueError.missing(number) }
    try change { database in
      let now = now()
      guard var row = try QueueRow.numbered(number, in: database, at: now) else {
        throw QueueError.missing(number)
      }
      // A write in doubt that the user releases is sent, whatever its age.
      try database.run(
        """
        UPDATE writes SET state = 'waiting', is_released = 1, reason = NULL, waits_from = NULL,
          waits_until = NULL,
          in_doubt_since = CASE WHEN in_doubt_since IS NULL THEN NULL ELSE ? END
        WHERE number = ?
        """, now.value, .integer(number))
      guard overwrites else { return }
      // The user has seen these values; if they change again, that is a new conflict.
      try database.run(
        "UPDATE writes SET base = theirs, theirs = NULL, overwrites = 1 WHERE number = ?",
        .integer(number))
      guard row.request.ifMatch != nil else { return }
      row.request.removeIfMatch()
      try QueueRow.update(number, row.request.head, in: database)
    }
  }
}

/// The queued writes that change the same record before another write does.
private struct EarlierWrites {
  /// The write that creates the resource in the path.
  var dependsOn: Int?

  private var base: JSONValue?
  private var fields: JSONValue?

  mutating func add(_ write: QueuedWrite) {
    base = Self.merged(base, write.base)
    fields = Self.merged(fields, write.fields)
  }

  func base(of seen: JSONValue?) -> JSONValue? {
    guard case .object(let fields)? = fields else { return seen ?? base }
    guard case .object(var values)? = seen else { return Self.merged(base, self.fields) }
    for name in values.keys { values[name] = fields[name] ?? values[name] }
    return .object(values)
  }

  private static func merged(_ first: JSONValue?, _ second: JSONValue?) -> JSONValue? {
    guard case .object(let first)? = first else { return second }
    guard case .object(let second)? = second else { return .object(first) }
    return .object(JSONObject(Array(first) + Array(second)))
  }
}
