import CoreEvents
import CoreSQLite
import CoreSystem
package import FoundationEssentials
import Glibc
package import WebAPI
import WebMessages

/// The queue of writes in a SQLite file, which several processes may use at once.
///
/// A write is on disk before ``add(_:of:base:isInDoubt:)`` returns. Each try is noted on disk before
/// it is made, so that the queue knows after the end of a process that the service may have the write.
/// What happens if a process ends between a 2xx and the removal from the queue: if the service honours keys,
/// a POST is sent again with its key, and a PUT or DELETE finds that the service has its values already;
/// otherwise the write is held until the user decides.
package actor SQLiteWriteQueue: WriteQueue {
  /// The most writes in the queue.
  static let maximumCount = 10_000

  /// The largest size of all bodies together, in bytes.
  static let maximumSize = 256 << 20

  nonisolated let directory: String

  /// Returns the time.
  nonisolated let now: @Sendable () -> Date

  /// Forgets what is stored of a changed record.
  nonisolated let changed: @Sendable (DataOwner, APIPath) async -> Void

  private let executor = DispatchExecutor(label: "seashell.queue")
  private var file: QueueFile?

  /// Keeps blocking work off the cooperative pool.
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a queue, which opens its file at the first use.
  ///
  /// - Parameters:
  ///   - directory: the folder, which is created when it is needed.
  ///   - now: returns the time.
  ///   - changed: called with the path of a record that was changed or deleted, before the write leaves the
  ///     queue.
  package init(
    directory: String, now: @escaping @Sendable () -> Date = { Date() },
    changed: @escaping @Sendable (DataOwner, APIPath) async -> Void = { _, _ in }
  ) {
    self.directory = directory
    self.changed = changed
    self.now = now
  }

  nonisolated package var mayHaveWrites: Bool {
    access(QueueFile.path(in: directory), F_OK) == 0
  }

  package func writes(of owner: DataOwner?) throws -> [QueuedWrite] {
    try read { database in
      try QueueRow.all(of: owner, in: database, at: now()).map(\.write)
    } ?? []
  }

  /// Reads from the file; returns nil if there is none.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result? {
    guard mayHaveWrites else { return nil }
    return try use { database in try database.transaction(.deferred) { try body(database) } }
  }

  /// Changes the file, and creates it if it is missing.
  ///
  /// - Returns: what the closure returns, when it is synced to disk.
  func change<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try use { database in try database.transaction(.immediate) { try body(database) } }
  }

  /// Runs a closure with the open file.
  ///
  /// If the file was replaced, it is opened again. A damaged file is set aside, and the error says so.
  ///
  /// - Throws: `QueueError`.
  private func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var wasReplaced = false
    var wasDamaged = false
    while true {
      do {
        if file?.database.isMoved == true { file = nil }
        let opened = try file ?? QueueFile(directory: directory)
        file = opened
        return try body(opened.database)
      } catch let error as SQLiteError where error.isMoved && !wasReplaced {
        wasReplaced = true
      } catch  where Self.isDamage(error) {
        file = nil
        try setAside(isCertain: wasDamaged)
        wasDamaged = true
      } catch {
        throw QueueError(storage: error)
      }
    }
  }

  private static func isDamage(_ error: any Error) -> Bool {
    error is QueueFileDamaged || (error as? SQLiteError)?.isCorrupt == true
  }

  /// Renames the damaged file, and throws the error that says so.
  ///
  /// Returns if another process has renamed it already, or if the file looks whole.
  private func setAside(isCertain: Bool) throws {
    let name: String?
    do {
      name = try QueueFile.setAside(in: directory, isCertain: isCertain)
    } catch {
      throw QueueError(storage: error)
    }
    guard let name else { return }
    throw QueueError(
      .storage, "the queue's file was damaged; it was renamed to \(name), and a new queue begins",
      hint: "what waited in it is not sent; try again")
  }
}
