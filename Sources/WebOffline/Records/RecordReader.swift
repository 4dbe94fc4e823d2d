import CoreSQLite
import FoundationEssentials
import WebFetching

/// Reads records and lists, inside the caller's transaction.
struct RecordReader {
  /// The result of a query, with the records and the list in it that have not been used in the current tick.
  struct Found<Value> {
    let value: Value
    var unusedRecords: [Int] = []
    var unusedList: Int?
  }

  let database: Database
  let state: RecordState

  func record(_ id: String, of kind: String) throws -> Found<KnownRecord>? {
    try database.first(
      """
      SELECT number, id, json, list, received_at, tick FROM records JOIN uses USING (number)
      WHERE kind = ? AND id = ?
      """, .text(kind), .text(id)
    ) { row in
      Found(value: Self.record(row), unusedRecords: isUnused(row) ? [row.integer(0)] : [])
    }
  }

  func page(_ range: Range<Int>, of name: String) throws -> Found<KnownPage>? {
    let list = try database.first(
      "SELECT number, total, tick FROM lists WHERE name = ?", .text(name)
    ) { ($0.integer(0), $0.isNull(1) ? nil : $0.integer(1), $0.integer(2)) }
    guard let (number, total, tick) = list else { return nil }
    let known =
      try database.first("SELECT count(*) FROM positions WHERE list = ?", .integer(number)) {
        $0.integer(0)
      } ?? 0
    guard known > 0 || total == 0 else { return nil }
    var records: [KnownRecord] = []
    var unused: [Int] = []
    try database.forEach(
      """
      SELECT records.number, id, json, records.list, received_at, tick
      FROM positions JOIN records ON records.number = record JOIN uses ON uses.number = record
      WHERE positions.list = ? AND position >= ? AND position < ? ORDER BY position
      """, [.integer(number), .integer(range.lowerBound), .integer(range.upperBound)]
    ) { row in
      records.append(Self.record(row))
      if isUnused(row) { unused.append(row.integer(0)) }
    }
    return Found(
      value: KnownPage(records: records, known: known, total: total), unusedRecords: unused,
      unusedList: tick == state.tick ? nil : number)
  }

  func records(of kind: String) throws -> [KnownRecord] {
    var records: [KnownRecord] = []
    try database.forEach(
      """
      SELECT number, id, json, list, received_at FROM records JOIN uses USING (number)
      WHERE kind = ? ORDER BY number
      """, [.text(kind)]
    ) { records.append(Self.record($0)) }
    return records
  }

  func count(of kind: String) throws -> Int {
    try database.first("SELECT count(*) FROM records WHERE kind = ?", .text(kind)) {
      $0.integer(0)
    } ?? 0
  }

  /// `others` is another table of words, with the records missing from `words`.
  func records(
    of kind: String, matching expression: String, andIn others: String?
  ) throws -> [KnownRecord] {
    var records: [KnownRecord] = []
    let second = others.map { "UNION ALL SELECT rowid FROM \($0) WHERE \($0) MATCH ?2" } ?? ""
    try database.forEach(
      """
      SELECT number, id, json, list, received_at FROM records JOIN uses USING (number)
      WHERE kind = ?1 AND number IN (SELECT rowid FROM words WHERE words MATCH ?2 \(second))
      ORDER BY number
      """, [.text(kind), .text(expression)]
    ) { records.append(Self.record($0)) }
    return records
  }

  private func isUnused(_ row: Row) -> Bool { row.integer(5) != state.tick }

  private static func record(_ row: Row) -> KnownRecord {
    KnownRecord(
      id: row.text(1), json: Data(row.blob(2)), list: row.text(3),
      date: Date(timeIntervalSinceReferenceDate: row.real(4)))
  }
}
