import CoreSQLite
import Synchronization
public import WebAPI
public import WebFetching

/// The record stores and the write queue of a shell, in a folder of their own.
public final class OfflineFiles: OfflineStorage {
  private let writes: SQLiteWriteQueue
  private let stores: OpenStores

  /// Creates a storage, which creates files only when they are needed.
  ///
  /// - Parameter directory: the folder, such as `offline` in the folder of the shell's state.
  public init(directory: String) {
    let stores = OpenStores(directory: directory)
    self.stores = stores
    writes = SQLiteWriteQueue(
      directory: directory,
      changed: { owner, path in
        if let id = path.segments.last { try? await stores.held(owner).forget(id) }
      })
  }

  /// The version of SQLite, in which the stores and the queue are kept.
  package static var libraryVersion: String { Database.libraryVersion }

  /// The queue of writes.
  public var queue: any WriteQueue { writes }

  /// Returns an owner's store: the file `ENVIRONMENT/ACCOUNT.db`, or `ENVIRONMENT/_.db` without a signed-in
  /// account.
  ///
  /// It is the same store for each call, and reports to the closure of the first call.
  public func store(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> any RecordStore {
    stores.store(of: owner, report: report)
  }

  /// Removes an owner's store, and copies of it that were set aside.
  public func removeStore(of owner: DataOwner) async throws {
    try await stores.held(owner).removeFile()
  }
}

private final class OpenStores: Sendable {
  private let directory: String
  private let stores = Mutex<[DataOwner: SQLiteRecordStore]>([:])

  init(directory: String) {
    self.directory = directory
  }

  /// Returns an owner's store, and retains it.
  func store(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> SQLiteRecordStore {
    stores.withLock { stores in
      if let store = stores[owner] { return store }
      let store = newStore(of: owner, report: report)
      stores[owner] = store
      return store
    }
  }

  /// Returns the retained store, or else a new one on the same file.
  func held(_ owner: DataOwner) -> SQLiteRecordStore {
    stores.withLock { $0[owner] } ?? newStore(of: owner) { _ in }
  }

  private func newStore(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> SQLiteRecordStore {
    SQLiteRecordStore(
      path: SQLiteRecordStore.path(of: owner, in: directory), owner: owner, report: report)
  }
}
