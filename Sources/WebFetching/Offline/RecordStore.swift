public import FoundationEssentials
public import WebAPI

/// Records of one environment and account, as they were when they were last received.
///
/// It is bounded: the records that were read longest ago go first.
public protocol RecordStore: Sendable {
  /// Stores records, and where they stand in a list.
  ///
  /// - Parameters:
  ///   - records: the records of one kind, in the order of the list.
  ///   - page: the part of the list that they are; nil if they are no list.
  ///   - date: when they were received.
  func save(_ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date)
    async throws

  /// Returns a record; nil if it is not known.
  func record(_ id: String, of kind: String) async throws -> KnownRecord?

  /// Returns a part of a list; nil if nothing of the list is known.
  ///
  /// - Parameters:
  ///   - name: the list's name, such as its path.
  ///   - range: the positions in the list, counted from 0. Positions that are not known are left out.
  func page(_ range: Range<Int>, of name: String) async throws -> KnownPage?

  /// Returns all known records of a kind, or those that have each of a text's words as a prefix.
  ///
  /// - Parameter text: the words, ignoring case and accents; nil for all records.
  /// - Returns: the records, in the order in which they came to the store.
  func records(of kind: String, matching text: String?) async throws -> [KnownRecord]

  /// Returns the number of known records of a kind.
  func count(of kind: String) async throws -> Int

  /// Forgets records that no longer exist, and takes them out of every list.
  func remove(_ ids: Set<String>, of kind: String) async throws
}

extension RecordStore {
  /// Counts all known records of a kind, by reading them.
  public func count(of kind: String) async throws -> Int {
    try await records(of: kind, matching: nil).count
  }
}

/// A record as bytes.
public struct RecordData: Sendable, Hashable {
  /// The id.
  public let id: String

  /// The record in JSON.
  public let json: Data

  /// The words by which a search finds it.
  public let searchText: String

  /// Creates a record.
  public init(id: String, json: Data, searchText: String) {
    self.id = id
    self.json = json
    self.searchText = searchText
  }
}

/// A part of a list, as it was received.
public struct ListedPage: Sendable, Hashable {
  /// The list's name, such as its path.
  public let list: String

  /// The position of the first record, counted from 0.
  public let offset: Int

  /// The number of records in the whole list; nil if the service does not say.
  public let total: Int?

  /// Whether no records follow.
  public let isLast: Bool

  /// Creates a page.
  public init(list: String, offset: Int, total: Int?, isLast: Bool) {
    self.list = list
    self.offset = offset
    self.total = total
    self.isLast = isLast
  }
}

/// A record, and when it was received.
public struct KnownRecord: Sendable, Hashable {
  /// The id.
  public let id: String

  /// The record in JSON.
  public let json: Data

  /// When it was received.
  public let date: Date

  /// Creates a record.
  public init(id: String, json: Data, date: Date) {
    self.id = id
    self.json = json
    self.date = date
  }
}

/// A part of a list, as far as it is known.
public struct KnownPage: Sendable, Hashable {
  /// The known records of the part, in the list's order.
  public let records: [KnownRecord]

  /// How many records of the whole list are known.
  public let known: Int

  /// The number of records in the whole list; nil if it is not known.
  public let total: Int?

  /// Creates a page.
  public init(records: [KnownRecord], known: Int, total: Int?) {
    self.records = records
    self.known = known
    self.total = total
  }
}

/// Opens stores, one for each environment and account, and the queue of writes.
///
/// `WebOffline` has the one that stores in SQLite.
public protocol OfflineStorage: Sendable {
  /// The writes that wait.
  var queue: any WriteQueue { get }

  /// Returns an owner's store; opens its file at the first use.
  ///
  /// - Parameter report: receives a notice for the user, such as that a damaged file was set aside.
  func store(of owner: DataOwner, report: @escaping @Sendable (String) -> Void) -> any RecordStore

  /// Removes an owner's store.
  func removeStore(of owner: DataOwner) async throws
}
