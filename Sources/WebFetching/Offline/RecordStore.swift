public import FoundationEssentials
public import WebAPI

/// Records of one environment and account, as last received.
///
/// Its size is limited: the records that were read longest ago are removed first.
public protocol RecordStore: Sendable {
  /// Stores records and their positions in a list.
  ///
  /// - Parameters:
  ///   - records: the records of one kind, in the order of the list.
  ///   - page: the part of a list that they form, if any.
  ///   - date: the time at which they were received.
  func save(_ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date)
    async throws

  /// Returns a record, if it is known.
  func record(_ id: String, of kind: String) async throws -> KnownRecord?

  /// Returns part of a list, or nil if no part of the list is known.
  ///
  /// - Parameters:
  ///   - name: the list's name, such as its path.
  ///   - range: the positions in the list, counted from 0. Unknown positions are left out.
  func page(_ range: Range<Int>, of name: String) async throws -> KnownPage?

  /// Returns the known records of a kind: all, or those that have each word of a text as a prefix.
  ///
  /// - Parameter text: the words; case and accents are ignored. nil for all records.
  /// - Returns: the records, in the order in which they were first stored.
  func records(of kind: String, matching text: String?) async throws -> [KnownRecord]

  /// Returns the number of known records of a kind.
  func count(of kind: String) async throws -> Int

  /// Removes records that no longer exist, from the store and from every list.
  func remove(_ ids: Set<String>, of kind: String) async throws
}

extension RecordStore {
  /// Counts the known records of a kind, by reading all of them.
  public func count(of kind: String) async throws -> Int {
    try await records(of: kind, matching: nil).count
  }
}

/// A record as the service has sent it, or a whole response.
public struct RecordData: Sendable, Hashable {
  /// The id.
  public let id: String

  /// The record in JSON.
  public let json: Data

  /// The path of the list that it belongs to; empty if it is of no list.
  public let list: String

  /// The text in which a search finds the record.
  public let searchText: String

  /// Creates a record.
  public init(id: String, json: Data, list: String = "", searchText: String = "") {
    self.id = id
    self.json = json
    self.list = list
    self.searchText = searchText
  }
}

/// Part of a list, as received.
public struct ListedPage: Sendable, Hashable {
  /// The list's name, such as its path.
  public let list: String

  /// The position of the first record, counted from 0.
  public let offset: Int

  /// The number of records in the whole list, if the service reports it.
  public let total: Int?

  /// Whether this is the end of the list.
  public let isLast: Bool

  /// Creates a page.
  public init(list: String, offset: Int, total: Int?, isLast: Bool) {
    self.list = list
    self.offset = offset
    self.total = total
    self.isLast = isLast
  }
}

/// A record with the time at which it was received.
public struct KnownRecord: Sendable, Hashable {
  /// The id.
  public let id: String

  /// The record in JSON.
  public let json: Data

  /// The path of the list that it was received of last; empty if it is of no list.
  public let list: String

  /// The time at which it was received.
  public let date: Date

  /// Creates a record.
  public init(id: String, json: Data, list: String, date: Date) {
    self.id = id
    self.json = json
    self.list = list
    self.date = date
  }
}

/// Part of a list, as far as it is known.
public struct KnownPage: Sendable, Hashable {
  /// The known records of the part, in the list's order.
  public let records: [KnownRecord]

  /// The number of known records in the whole list.
  public let known: Int

  /// The number of records in the whole list, if known.
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
/// The implementation with SQLite is in `WebOffline`.
public protocol OfflineStorage: Sendable {
  /// The queue of writes.
  var queue: any WriteQueue { get }

  /// Returns an owner's store; opens its file at the first use.
  ///
  /// - Parameter report: receives notices for the user, for example that a damaged file was set aside.
  func store(of owner: DataOwner, report: @escaping @Sendable (String) -> Void) -> any RecordStore

  /// Removes an owner's store.
  func removeStore(of owner: DataOwner) async throws
}
