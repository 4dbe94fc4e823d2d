import CoreEvents
import CoreSQLite
import CoreSystem
import FoundationEssentials
import Glibc
import WebAPI
import WebMessages

/// The write queue in a SQLite file, which several processes may use at the same time.
///
/// A write is on disk before ``add(_:of:base:isInDoubt:)`` returns. Each try is recorded on disk before it
/// begins, so that the queue knows after a crash that the service may have received the write. If a process
/// ends after a 2xx response but before the write has left the queue, and the service honours keys, a POST is
/// sent again with its key, and a PUT or DELETE finds its values already on the service. If the service
/// ignores keys, the write is held until the user decides.
actor SQLiteWriteQueue: WriteQueue {
  static let maximumCount = 10_000

  /// The limit on the total size of all bodies, in bytes.
  static let maximumSize = 256 << 20

  nonisolated let directory: String

  nonisolated let now: @Sendable () -> Date

  nonisolated let changed: @Sendable (DataOwner, APIPath) async -> Void

  private let executor = DispatchExecutor(label: "seashell.queue")
  private var file: QueueFile?

  /// Runs the queue off the cooperative pool, since it blocks.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a queue, which opens its file at the first use.
  ///
  /// - Parameters:
  ///   - directory: the folder, which is created when needed.
  ///   - now: returns the time.
  ///   - changed: called with the path of a record that was changed or deleted, before the write leaves the
  ///     queue.
  init(
    directory: String, now: @escaping @Sendable () -> Date = { Date() },
    changed: @escaping @Sendable (DataOwner, APIPath) async -> Void = { _, _ in }
  ) {
    self.directory = directory
    self.changed = changed
    self.now = now
  }

  nonisolated var mayHaveWrites: Bool {
    access(QueueFile.path(in: directory), F_OK) == 0
  }

  func writes(of owner: DataOwner?) throws -> [QueuedWrite] {
    try read { database in
      try QueueRow.all(of: owner, in: database, at: now()).map(\.write)
    } ?? []
  }

  /// Reads from the file; returns nil if it does not exist.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result? {
    guard mayHaveWrites else { return nil }
    return try use { database in try database.transaction(.deferred) { try body(database) } }
  }

  /// Changes the file, created if necessary, and returns after the change was synced to disk.
  func change<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try use { database in try database.transaction(.immediate) { try body(database) } }
  }

  /// Runs a closure with the open file.
  ///
  /// A replaced file is opened again. A damaged file is set aside, and the error reports that.
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

  /// Renames the damaged file, and throws an error that reports it.
  ///
  /// Returns if another process has renamed it already, or if the file looks intact.
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
