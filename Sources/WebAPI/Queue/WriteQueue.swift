public import CoreJSON

/// Writes that wait to be sent, of all environments and accounts.
///
/// Acknowledged writes are on disk, and survive a crash and a power failure.
public protocol WriteQueue: Sendable {
  /// Whether there may be writes, without reading the queue: false if there never were any.
  var mayHaveWrites: Bool { get }

  /// Puts a write into the queue.
  ///
  /// - Parameters:
  ///   - request: the write. A write with credentials is rejected.
  ///   - owner: the owner of the write.
  ///   - base: the values of its fields that the user saw before the change, if they are known.
  ///   - isInDoubt: whether the service may have received the request already.
  /// - Returns: the write, after it was synced to disk.
  /// - Throws: ``QueueError`` if the write cannot be sent twice safely, or cannot be stored.
  func add(
    _ request: APIRequest, of owner: DataOwner, base: JSONValue?, isInDoubt: Bool
  ) async throws -> QueuedWrite

  /// Returns the writes in the order of sending.
  ///
  /// - Parameter owner: the owner; nil for all owners.
  func writes(of owner: DataOwner?) async throws -> [QueuedWrite]

  /// Sends an owner's writes that are ready, one after another.
  ///
  /// Only one process sends at a time; the others return at once.
  ///
  /// - Parameters:
  ///   - owner: the owner of the writes.
  ///   - client: sends them.
  ///   - selection: which writes to send, even if the time of their next try has not come.
  ///   - report: called after each try.
  /// - Returns: false if another process is sending.
  /// - Throws: ``QueueError`` if the queue cannot be read or written; `CancellationError`.
  func send(
    of owner: DataOwner, on client: any APIClient, _ selection: QueueSelection,
    report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws -> Bool

  /// Releases a held write, so that it is sent again.
  ///
  /// - Parameter overwrites: whether it may overwrite the server's current values.
  func release(_ number: Int, overwriting overwrites: Bool) async throws

  /// Removes writes without sending them, with those that depend on them.
  ///
  /// - Returns: the removed writes.
  func drop(_ numbers: Set<Int>) async throws -> [QueuedWrite]
}

/// Which writes of an owner to send.
public enum QueueSelection: Sendable, Hashable {
  /// Writes that are due.
  case due
  /// All writes that are not held.
  case all
  /// The write with a number.
  case only(Int)
}

/// The outcome of a try to send a write.
public enum QueueOutcome: Sendable {
  /// The service has accepted it, and it has left the queue.
  ///
  /// - Parameter created: the id of the created resource, if the write created one.
  case sent(QueuedWrite, created: String?)
  /// It stays in the queue and will be tried again later.
  case postponed(QueuedWrite)
  /// It stays in the queue until the user decides.
  case held(QueuedWrite)
}

/// Why the queue could not do what was asked.
public struct QueueError: Error, Sendable, Equatable {
  /// The kinds of error.
  public enum Code: Sendable {
    /// The write could not be repeated safely, so it cannot be queued.
    case unsafe
    /// The queue has no such write.
    case notFound
    /// The queue's file cannot be read or written.
    case storage
    /// The queue has reached its maximum number of writes.
    case full
  }

  /// The kind of error.
  public let code: Code

  /// What happened: a few words in lower case.
  public let message: String

  /// What the user can do, if anything.
  public let hint: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// Creates the error of a write with a credential, which is never stored in a queue.
  ///
  /// - Parameter name: the name of the credential: ``APIRequest/credentialName``.
  public init(credential name: String) {
    self.init(
      .unsafe,
      "'\(name.bounded(100))' looks like a credential, so the write cannot wait in the queue",
      hint: "leave it out, or send the write now")
  }
}
