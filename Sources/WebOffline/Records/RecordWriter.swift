import CoreJSON
import CoreSQLite
import CoreSecrets
import FoundationEssentials
import WebAPI
import WebFetching

/// Writes records and lists, inside the caller's transaction.
struct RecordWriter {
  let database: Database
  let state: RecordState

  func save(
    _ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date
  ) throws {
    var numbers: [Int] = []
    numbers.reserveCapacity(records.count)
    for record in records {
      numbers.append(try save(record, of: kind, isListed: page != nil, at: date))
    }
    if let page { try place(numbers, as: page) }
  }

  /// Stores a record, writing only the changes; returns its number.
  ///
  /// A record from a list may lack some members: known values of missing members are kept.
  private func save(
    _ record: RecordData, of kind: String, isListed: Bool, at date: Date
  ) throws -> Int {
    let record = record.removingCredentials()
    var bytes = [UInt8](record.json)
    let date = SQLiteValue.real(date.timeIntervalSinceReferenceDate)
    let found = try database.first(
      """
      SELECT number, tick, json, search, list FROM records JOIN uses USING (number)
      WHERE kind = ? AND id = ?
      """, .text(kind), .text(record.id)
    ) { row in
      let hasSameWords = row.withText(3) { $0.elementsEqual(record.searchText.utf8) }
      let known = row.blob(2)
      if isListed, known != bytes { bytes = Self.completed(bytes, from: known) }
      let isSame = known == bytes && row.text(4) == record.list
      return (row.integer(0), row.integer(1), isSame, hasSameWords)
    }
    let json = SQLiteValue.blob(bytes)
    guard let (number, tick, isSame, hasSameWords) = found else {
      try database.run(
        "INSERT INTO records (kind, id, json, list, search) VALUES (?, ?, ?, ?, ?)", .text(kind),
        .text(record.id), json, .text(record.list), .text(record.searchText))
      let number = database.lastInsertedRow
      try database.run(
        "INSERT INTO uses VALUES (?, ?, ?)", .integer(number), date, .integer(state.tick))
      return number
    }
    if !hasSameWords, number <= state.indexed {
      try RecordIndex(database: database).replace(number, with: record.searchText)
    }
    if !isSame || !hasSameWords {
      try database.run(
        "UPDATE records SET json = ?, list = ?, search = ? WHERE number = ?", json,
        .text(record.list), .text(record.searchText), .integer(number))
    }
    if tick == state.tick {
      try database.run(
        "UPDATE uses SET received_at = ? WHERE number = ?", date, .integer(number))
    } else {
      try database.run(
        "UPDATE uses SET received_at = ?, tick = ? WHERE number = ?", date,
        .integer(state.tick), .integer(number))
    }
    return number
  }

  /// Returns a record's JSON with the members that only the known record has; null members count as present.
  private static func completed(_ json: [UInt8], from known: [UInt8]) -> [UInt8] {
    guard case .object(let record)? = try? JSONValue(json: json),
      case .object(let old)? = try? JSONValue(json: known)
    else { return json }
    var whole = completed(record, from: old)
    if isResource(record), isResource(old) {
      for name in ["attributes", "relationships"] {
        guard case .object(let members)? = record[name], case .object(let old)? = old[name] else {
          continue
        }
        whole[name] = .object(completed(members, from: old))
      }
    }
    return JSONValue.object(whole).jsonBytes
  }

  /// In the stored order, so that an unchanged record is not written again.
  private static func completed(_ record: JSONObject, from old: JSONObject) -> JSONObject {
    var whole = record
    for key in old.keys where record[key] == nil { whole[key] = old[key] }
    return JSONObject(whole.sorted { $0.key < $1.key })
  }

  /// Whether a record is a resource object of JSON:API, whose fields are one level down.
  private static func isResource(_ record: JSONObject) -> Bool {
    record["type"] != nil && record["attributes"] != nil
      && record.keys.allSatisfy {
        ["type", "id", "lid", "attributes", "relationships", "links", "meta"].contains($0)
      }
  }

  /// Inserts records into a list, replacing those at their positions and after the list's end.
  private func place(_ numbers: [Int], as page: ListedPage) throws {
    let start = max(page.offset, 0)
    let end = start + numbers.count
    let list = try self.list(page, end: end)
    var held: [Int] = []
    try database.forEach(
      "SELECT record FROM positions WHERE list = ? AND position >= ? AND position < ?",
      [.integer(list.number), .integer(start), .integer(end)]
    ) { held.append($0.integer(0)) }
    if held != numbers {
      try database.run(
        "DELETE FROM positions WHERE list = ? AND position >= ? AND position < ?",
        .integer(list.number), .integer(start), .integer(end))
      var placed: Set<Int> = []
      for (index, number) in numbers.enumerated() where placed.insert(number).inserted {
        // Replaces the position that the record had before.
        try database.run(
          "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", .integer(list.number),
          .integer(start + index), .integer(number))
      }
    }
    guard let last = [list.total, page.isLast ? end : nil].compactMap({ $0 }).min() else { return }
    try database.run(
      "DELETE FROM positions WHERE list = ? AND position >= ?", .integer(list.number),
      .integer(last))
  }

  private func list(_ page: ListedPage, end: Int) throws -> (number: Int, total: Int?) {
    let found = try database.first(
      "SELECT number, total, tick FROM lists WHERE name = ?", .text(page.list)
    ) { ($0.integer(0), $0.isNull(1) ? nil : $0.integer(1), $0.integer(2)) }
    var total = page.total ?? (page.isLast ? end : nil)
    // The total from an earlier page stays valid until a later page exceeds it.
    if total == nil, let known = found?.1, known > end { total = known }
    guard let (number, held, tick) = found else {
      try database.run(
        "INSERT INTO lists (name, total, tick) VALUES (?, ?, ?)", .text(page.list),
        total.map(SQLiteValue.integer) ?? .null, .integer(state.tick))
      return (database.lastInsertedRow, total)
    }
    if held != total || tick != state.tick {
      try database.run(
        "UPDATE lists SET total = ?, tick = ? WHERE number = ?",
        total.map(SQLiteValue.integer) ?? .null, .integer(state.tick), .integer(number))
    }
    return (number, total)
  }

  /// Deletes records that no longer exist; each list that contained one becomes one shorter.
  func remove(_ ids: Set<String>, of kind: String, countsLess: Bool = true) throws {
    for id in ids {
      let number = try database.first(
        "SELECT number FROM records WHERE kind = ? AND id = ?", .text(kind), .text(id)
      ) { $0.integer(0) }
      guard let number else { continue }
      if countsLess {
        try database.run(
          """
          UPDATE lists SET total = total - 1
          WHERE total > 0 AND number IN (SELECT list FROM positions WHERE record = ?)
          """, .integer(number))
      }
      if number <= state.indexed { try RecordIndex(database: database).remove(number) }
      for table in ["positions WHERE record", "records WHERE number", "uses WHERE number"] {
        try database.run("DELETE FROM \(table) = ?", .integer(number))
      }
    }
  }

  func use(_ numbers: [Int], list: Int?) throws {
    for number in numbers {
      try database.run(
        "UPDATE uses SET tick = ? WHERE number = ?", .integer(state.tick), .integer(number))
    }
    guard let list else { return }
    try database.run(
      "UPDATE lists SET tick = ? WHERE number = ?", .integer(state.tick), .integer(list))
  }
}

extension RecordData {
  fileprivate func removingCredentials() -> RecordData {
    guard
      let bytes = json.withUnsafeBytes({ JSONCredentials.removed(from: $0, keepsBooleans: true) })
    else {
      return self
    }
    let credentials = (try? JSONValue(json: json))?.credentials ?? []
    // A short text is no credential, and part of many words.
    let words = credentials.filter { $0.count > 3 }.reduce(searchText) {
      $0.replacing($1, with: "")
    }
    return RecordData(id: id, json: Data(bytes), list: list, searchText: words)
  }
}
