public import CoreJSON

/// Writes that wait to be sent, of all environments and accounts.
///
/// What it has acknowledged is on disk, and survives the end of the process and of the power supply.
public protocol WriteQueue: Sendable {
  /// Whether there may be writes, without reading them: false if there never were any.
  var mayHaveWrites: Bool { get }

  /// Puts a write into the queue.
  ///
  /// - Parameters:
  ///   - request: the write. One with credentials is refused.
  ///   - owner: to whom it belongs.
  ///   - base: the values of its fields that the user saw before the change; nil if they are not known.
  ///   - isInDoubt: whether the service may have received the request already.
  /// - Returns: the write, when it is synced to disk.
  /// - Throws: ``QueueError`` if the write cannot be sent twice safely, or cannot be stored.
  func add(
    _ request: APIRequest, of owner: DataOwner, base: JSONValue?, isInDoubt: Bool
  ) async throws -> QueuedWrite

  /// Returns the writes in the order in which they are sent.
  ///
  /// - Parameter owner: whose; nil for all.
  func writes(of owner: DataOwner?) async throws -> [QueuedWrite]

  /// Sends the writes of an owner that can be sent, one after the other.
  ///
  /// Only one process sends at a time; the others return at once.
  ///
  /// - Parameters:
  ///   - owner: whose writes.
  ///   - client: sends them.
  ///   - selection: which writes to send, even if their time for the next try has not come.
  ///   - report: called after each try.
  /// - Returns: false if another process is sending.
  /// - Throws: ``QueueError`` if the queue cannot be read or written; `CancellationError`.
  func send(
    of owner: DataOwner, on client: any APIClient, _ selection: QueueSelection,
    report: @MainActor @Sendable (QueueOutcome) -> Void
  ) async throws -> Bool

  /// Lets a held write be sent again.
  ///
  /// - Parameter overwrites: whether it may replace the values that are on the server now.
  func release(_ number: Int, overwriting overwrites: Bool) async throws

  /// Removes writes without sending them, with those that depend on them.
  ///
  /// - Returns: what was removed.
  func drop(_ numbers: Set<Int>) async throws -> [QueuedWrite]
}

/// Which writes of an owner to send.
public enum QueueSelection: Sendable, Hashable {
  /// Those whose time has come.
  case due
  /// All that are not held.
  case all
  /// The one with a number.
  case only(Int)
}

/// What became of a try to send a write.
public enum QueueOutcome: Sendable {
  /// The service has taken it; it is no longer in the queue.
  ///
  /// - Parameter created: the id of what it has created; nil if it has created nothing.
  case sent(QueuedWrite, created: String?)
  /// It stays in the queue, and is tried again later.
  case postponed(QueuedWrite)
  /// It stays in the queue until the user decides.
  case held(QueuedWrite)
}

/// Why a queue cannot do what it was asked.
public struct QueueError: Error, Sendable, Equatable {
  /// The kinds of error.
  public enum Code: Sendable {
    /// The write could not be repeated safely, so it must not wait.
    case unsafe
    /// There is no such write in the queue.
    case notFound
    /// The queue's file cannot be read or written.
    case storage
    /// The queue has as many writes as it may have.
    case full
  }

  /// The kind of error.
  public let code: Code

  /// What happened: a few words in lower case.
  public let message: String

  /// What the user can do; nil if there is nothing.
  public let hint: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// Creates the error of a write that has a credential, which no queue stores.
  ///
  /// - Parameter name: the name of the credential: ``APIRequest/credentialName``.
  public init(credential name: String) {
    self.init(
      .unsafe,
      "'\(name.bounded(100))' looks like a credential, so the write cannot wait in the queue",
      hint: "leave it out, or send the write now")
  }
}
