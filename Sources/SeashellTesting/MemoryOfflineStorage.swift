public import FoundationEssentials
public import SeashellHosting
import SeashellKit
import Synchronization

/// The stores and the queue of a shell under test, in memory.
public final class MemoryOfflineStorage: OfflineStorage {
  /// The writes that wait.
  public let queue: any WriteQueue

  private let makeStore: @Sendable (DataOwner) -> any RecordStore
  private let state = Mutex(State())

  private struct State {
    var stores: [DataOwner: any RecordStore] = [:]
    var removed: [DataOwner] = []
    var removalError: (any Error)?
  }

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - queue: the writes that wait.
  ///   - makeStore: creates the store of an owner; by default, one that keeps nothing.
  public init(
    queue: any WriteQueue = StubWriteQueue(),
    makeStore: @escaping @Sendable (DataOwner) -> any RecordStore = { _ in EmptyRecordStore() }
  ) {
    self.queue = queue
    self.makeStore = makeStore
  }

  /// Whose stores were removed so far.
  public var removed: [DataOwner] { state.withLock { $0.removed } }

  /// The error when a store is to be removed; nil if there is none.
  public var removalError: (any Error)? {
    get { state.withLock { $0.removalError } }
    set { state.withLock { $0.removalError = newValue } }
  }

  /// Returns an owner's store, always the same one until it is removed.
  public func store(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> any RecordStore {
    state.withLock { state in
      if let store = state.stores[owner] { return store }
      let store = makeStore(owner)
      state.stores[owner] = store
      return store
    }
  }

  /// Removes an owner's store.
  public func removeStore(of owner: DataOwner) async throws {
    try state.withLock { state in
      if let error = state.removalError { throw error }
      state.stores[owner] = nil
      state.removed.append(owner)
    }
  }
}

/// A store that keeps nothing.
public struct EmptyRecordStore: RecordStore {
  /// Creates a store.
  public init() {}

  /// Does nothing.
  public func save(
    _ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date
  ) async throws {}

  /// Nil.
  public func record(_ id: String, of kind: String) async throws -> KnownRecord? { nil }

  /// Nil.
  public func page(_ range: Range<Int>, of name: String) async throws -> KnownPage? { nil }

  /// No records.
  public func records(of kind: String, matching text: String?) async throws -> [KnownRecord] { [] }

  /// Does nothing.
  public func remove(_ ids: Set<String>, of kind: String) async throws {}
}
