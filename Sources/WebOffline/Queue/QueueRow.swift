import CoreJSON
import CoreSQLite
import CoreSystem
import FoundationEssentials
import WebAPI
import WebMessages

struct QueueRow: Sendable {
  var write: QueuedWrite
  var request: StoredRequest

  /// Whether it may overwrite a record even if the service does not report the record's version.
  let overwrites: Bool

  /// How many times it was sent, so that the service may have received it.
  let timesSent: Int

  /// Whether the user allows it to be sent although the service may have received it.
  let isReleased: Bool

  /// Whether it was or may have been sent before.
  var wasTried: Bool { write.tries > 0 || write.isInDoubt }
}

extension QueueRow {
  private static let columns = """
    number, environment, address, account, head, fields, base, theirs, state, reason, status,
    overwrites, tries, created_at, in_doubt_since, waits_from, waits_until, depends_on, sent_count,
    is_released
    """

  /// The query for writes, to be followed by a condition.
  private static let query = "SELECT \(columns) FROM writes"

  /// Reads all writes of an owner, or of all owners, in their order and without their bodies.
  static func all(
    of owner: DataOwner?, in database: Database, at now: Date
  ) throws -> [QueueRow] {
    var rows: [QueueRow] = []
    if let owner {
      try database.forEach(
        query + " WHERE environment = ? AND address = ? AND account IS ? ORDER BY number",
        owner.values
      ) { rows.append(try QueueRow($0, at: now)) }
    } else {
      try database.forEach(query + " ORDER BY number") { rows.append(try QueueRow($0, at: now)) }
    }
    return rows
  }

  /// Reads an owner's first write after a number, without its body.
  static func first(
    after number: Int, of owner: DataOwner, in database: Database, at now: Date
  ) throws -> QueueRow? {
    try database.first(
      query
        + """
         WHERE environment = ? AND address = ? AND account IS ? AND number > ?
        ORDER BY number LIMIT 1
        """,
      .text(owner.environment), .text(owner.address), .text(orNull: owner.account),
      .integer(number)
    ) { try QueueRow($0, at: now) }
  }

  /// Reads the write with a number, without its body, if it exists.
  static func numbered(_ number: Int, in database: Database, at now: Date) throws -> QueueRow? {
    try database.first(query + " WHERE number = ?", .integer(number)) {
      try QueueRow($0, at: now)
    }
  }

  /// Reads a write with its body, and whether both are undamaged.
  static func whole(
    _ number: Int, in database: Database, at now: Date
  ) throws -> (row: QueueRow, isIntact: Bool)? {
    try database.first(
      "SELECT \(columns), body, digest FROM writes WHERE number = ?", .integer(number)
    ) { row in
      let body = row.isNull(20) ? nil : Data(row.blob(20))
      let result = try QueueRow(row, body: body, at: now)
      return (result, row.text(21) == digest(row.text(4), body))
    }
  }

  /// Reads the writes that depend on the write with this number, or on a later one.
  static func dependents(
    from number: Int, in database: Database, at now: Date
  ) throws -> [QueueRow] {
    var rows: [QueueRow] = []
    try database.forEach(
      query + " WHERE depends_on >= ? ORDER BY number", [.integer(number)]
    ) { rows.append(try QueueRow($0, at: now)) }
    return rows
  }

  private init(_ row: Row, body: Data? = nil, at now: Date) throws {
    let owner = DataOwner(
      environment: row.text(1), address: row.text(2), account: row.isNull(3) ? nil : row.text(3))
    guard
      let head = try? JSONDecoder().decode(
        StoredRequest.Head.self, from: Data(row.text(4).utf8)),
      let state = QueuedWrite.State(rawValue: row.text(8))
    else { throw QueueFileDamaged() }
    let fields = try Self.value(row, 5)
    request = StoredRequest(head: head, body: body, fields: fields)
    guard let method = request.method else { throw QueueFileDamaged() }
    let wait = row.isNull(16) ? nil : (Self.date(row, 15), Self.date(row, 16))
    var write = QueuedWrite(
      number: row.integer(0), owner: owner, method: method, path: request.path, fields: fields,
      createdAt: Self.date(row, 13))
    write.base = try Self.value(row, 6)
    write.theirs = try Self.value(row, 7)
    write.state = state
    write.reason = row.isNull(9) ? nil : row.text(9)
    write.status = row.isNull(10) ? nil : row.integer(10)
    write.tries = row.integer(12)
    write.isInDoubt = !row.isNull(14)
    write.notBefore = Backoff.end(of: wait, at: now)
    write.dependsOn = row.isNull(17) ? nil : row.integer(17)
    self.write = write
    overwrites = row.integer(11) != 0
    timesSent = row.integer(18)
    isReleased = row.integer(19) != 0
  }

  private static func date(_ row: Row, _ column: Int) -> Date {
    Date(timeIntervalSince1970: row.real(column))
  }

  private static func value(_ row: Row, _ column: Int) throws -> JSONValue? {
    guard !row.isNull(column) else { return nil }
    guard let value = try? JSONValue(json: row.text(column)) else { throw QueueFileDamaged() }
    return value
  }

  static func json(_ value: JSONValue?) -> SQLiteValue { .text(orNull: value?.jsonText) }

  static func json(_ head: StoredRequest.Head) throws -> SQLiteValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .text(String(decoding: try encoder.encode(head), as: UTF8.self))
  }

  static func digest(_ head: String, _ body: Data?) -> String {
    var digest = SHA256()
    Array(head.utf8).withUnsafeBytes { digest.update($0) }
    body?.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }

  static func update(_ number: Int, _ head: StoredRequest.Head, in database: Database) throws {
    let body = try database.first("SELECT body FROM writes WHERE number = ?", .integer(number)) {
      $0.isNull(0) ? nil : Data($0.blob(0))
    }
    let head = try json(head)
    guard case .text(let text) = head else { return }
    try database.run(
      "UPDATE writes SET head = ?, digest = ? WHERE number = ?", head,
      .text(digest(text, body.flatMap(\.self))), .integer(number))
  }
}

extension DataOwner {
  /// The values of the columns that identify an owner.
  var values: [SQLiteValue] {
    [.text(environment), .text(address), .text(orNull: account)]
  }
}

extension Date {
  var value: SQLiteValue { .real(timeIntervalSince1970) }
}
