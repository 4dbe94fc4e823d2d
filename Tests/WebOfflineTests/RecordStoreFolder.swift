import CoreSQLite
import FoundationEssentials
import SeashellTesting
import Synchronization
import WebAPI
import WebFetching

@testable import WebOffline

/// A folder for stores, with a clock that stands still until it is set.
final class RecordStoreFolder: Sendable {
  static let owner = DataOwner(environment: "dev", address: "https://shop.test/v1", account: "ada")
  static let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

  let folder: TemporaryFolder
  private let clock = Mutex(date)
  private let reported = Mutex<[String]>([])

  init() throws {
    folder = try TemporaryFolder()
  }

  var path: String { folder.file("ada.db") }

  /// The notices that stores have reported.
  var notices: [String] { reported.withLock { $0 } }

  func advanceClock(by seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  func store(
    of owner: DataOwner = owner, limit: Int = SQLiteRecordStore.usualLimit,
    busyTimeout: Int = 2_000, prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) -> SQLiteRecordStore {
    SQLiteRecordStore(
      path: path, owner: owner, limit: limit, busyTimeout: busyTimeout,
      now: { self.clock.withLock { $0 } }, prepare: prepare,
      report: { notice in self.reported.withLock { $0.append(notice) } })
  }

  /// Reads one number from the file.
  func number(_ sql: String) throws -> Int? {
    try Database(reading: path).first(sql) { $0.integer(0) }
  }

  /// Throws if the index of words differs from the records.
  func checkIndex() throws {
    try Database(path: path)
      .execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
  }
}

extension RecordData {
  /// A record whose JSON and search text are made from its number.
  init(_ number: Int, text: String = "") {
    self.init(
      id: "r-\(number)", json: Data(#"{"id":"r-\#(number)","text":"\#(text)"}"#.utf8),
      searchText: "Record \(number) \(text)")
  }
}

extension ListedPage {
  /// A page of the list `all`.
  init(_ offset: Int, total: Int? = nil, isLast: Bool = false) {
    self.init(list: "all", offset: offset, total: total, isLast: isLast)
  }
}

extension SQLiteRecordStore {
  /// Saves records with these numbers.
  func save(
    _ numbers: some Sequence<Int> & Sendable, as page: ListedPage? = nil, text: String = "",
    at date: Date = RecordStoreFolder.date
  ) throws {
    try save(numbers.map { RecordData($0, text: text) }, of: "records", as: page, at: date)
  }

  /// Returns the ids in a range of the list `all`, without `r-`, if the list is known.
  func listed(_ range: Range<Int> = 0..<1_000_000) throws -> [Int]? {
    try page(range, of: "all")?.records.compactMap { Int($0.id.dropFirst(2)) }
  }

  /// Returns the ids that a search finds, without `r-`.
  func found(_ text: String?) throws -> [Int] {
    try records(of: "records", matching: text).compactMap { Int($0.id.dropFirst(2)) }
  }
}
