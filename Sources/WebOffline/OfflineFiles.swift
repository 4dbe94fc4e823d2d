import CoreSQLite
import Synchronization
public import WebAPI
public import WebFetching

/// The stores and the queue of a shell, in a folder of their own.
public final class OfflineFiles: OfflineStorage {
  private let writes: SQLiteWriteQueue
  private let stores: OpenStores

  /// Creates a storage; it makes no file before one is needed.
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

  /// The version of SQLite, which keeps the stores and the queue.
  package static var libraryVersion: String { Database.libraryVersion }

  /// The writes that wait.
  public var queue: any WriteQueue { writes }

  /// Returns an owner's store: the file `ENVIRONMENT/ACCOUNT.db`, or `ENVIRONMENT/_.db` if nobody
  /// is signed in.
  ///
  /// It is always the same for an owner, and reports to the first closure that was given.
  public func store(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> any RecordStore {
    stores.store(of: owner, report: report)
  }

  /// Removes an owner's store, and the copies of it that were set aside.
  public func removeStore(of owner: DataOwner) async throws {
    try await stores.held(owner).removeFile()
  }
}

/// The stores of this process, one for each owner.
private final class OpenStores: Sendable {
  private let directory: String
  private let stores = Mutex<[DataOwner: SQLiteRecordStore]>([:])

  init(directory: String) {
    self.directory = directory
  }

  /// Returns an owner's store, and keeps it.
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

  /// Returns the store that is kept, or another one on the same file.
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
