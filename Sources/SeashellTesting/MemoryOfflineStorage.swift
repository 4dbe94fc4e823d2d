public import FoundationEssentials
public import SeashellHosting
import SeashellKit
import Synchronization

/// The stores and the queue of a shell under test, in memory.
public final class MemoryOfflineStorage: OfflineStorage {
  /// The queued writes.
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
  ///   - queue: the queued writes.
  ///   - makeStore: creates the store of an owner; by default one that stores nothing.
  public init(
    queue: any WriteQueue = StubWriteQueue(),
    makeStore: @escaping @Sendable (DataOwner) -> any RecordStore = { _ in EmptyRecordStore() }
  ) {
    self.queue = queue
    self.makeStore = makeStore
  }

  /// The owners whose stores were removed so far.
  public var removed: [DataOwner] { state.withLock { $0.removed } }

  /// The error that removing a store throws; nil if it succeeds.
  public var removalError: (any Error)? {
    get { state.withLock { $0.removalError } }
    set { state.withLock { $0.removalError = newValue } }
  }

  /// Returns an owner's store, which stays the same until it is removed.
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

/// A store that stores nothing.
public struct EmptyRecordStore: RecordStore {
  /// Creates a store.
  public init() {}

  /// Does nothing.
  public func save(
    _ records: [RecordData], of kind: String, as page: ListedPage?, at date: Date
  ) async throws {}

  /// Returns nil: the store is empty.
  public func record(_ id: String, of kind: String) async throws -> KnownRecord? { nil }

  /// Returns nil: the store is empty.
  public func page(_ range: Range<Int>, of name: String) async throws -> KnownPage? { nil }

  /// Returns an empty array: the store is empty.
  public func records(of kind: String, matching text: String?) async throws -> [KnownRecord] { [] }

  /// Does nothing.
  public func remove(_ ids: Set<String>, of kind: String) async throws {}
}
