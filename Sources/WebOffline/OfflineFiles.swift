import Synchronization
public import WebAPI
public import WebFetching

/// The stores and the queue of a shell, in a folder of their own.
public final class OfflineFiles: OfflineStorage {
  private let directory: String
  private let writes: SQLiteWriteQueue
  private let stores = Mutex<[DataOwner: SQLiteRecordStore]>([:])

  /// Creates a storage; it makes no file before one is needed.
  ///
  /// - Parameter directory: the folder, such as `offline` in the folder of the shell's state.
  public init(directory: String) {
    self.directory = directory
    writes = SQLiteWriteQueue(directory: directory)
  }

  /// The writes that wait.
  public var queue: any WriteQueue { writes }

  /// Returns an owner's store: the file `ENVIRONMENT/ACCOUNT.db`, or `ENVIRONMENT/_.db` if nobody
  /// is signed in.
  ///
  /// It is always the same for an owner, and reports to the first closure that was given.
  public func store(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> any RecordStore {
    stores.withLock { stores in
      if let store = stores[owner] { return store }
      let store = newStore(of: owner, report: report)
      stores[owner] = store
      return store
    }
  }

  /// Removes an owner's store, and the copies of it that were set aside.
  public func removeStore(of owner: DataOwner) async throws {
    let held = stores.withLock { $0[owner] }
    try await (held ?? newStore(of: owner) { _ in }).removeFile()
  }

  private func newStore(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> SQLiteRecordStore {
    SQLiteRecordStore(
      path: SQLiteRecordStore.path(of: owner, in: directory), owner: owner, report: report)
  }
}
