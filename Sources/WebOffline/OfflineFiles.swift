public import WebAPI
public import WebFetching

/// The stores and the queue of a shell, in a folder of their own.
public final class OfflineFiles: OfflineStorage {
  private let directory: String
  private let writes: SQLiteWriteQueue

  /// Creates a storage; it makes no file before one is needed.
  ///
  /// - Parameter directory: the folder, such as `offline` in the folder of the shell's state.
  public init(directory: String) {
    self.directory = directory
    writes = SQLiteWriteQueue(directory: directory)
  }

  /// The writes that wait.
  public var queue: any WriteQueue { writes }

  /// Returns an owner's store.
  public func store(
    of owner: DataOwner, report: @escaping @Sendable (String) -> Void
  ) -> any RecordStore {
    SQLiteRecordStore(path: "\(directory)/records.db", owner: owner, report: report)
  }

  /// Removes an owner's store.
  public func removeStore(of owner: DataOwner) async throws {}
}
