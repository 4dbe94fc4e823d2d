import CNATS
import CoreLoop
import CoreSystem
import Synchronization

/// A connection to a server of NATS, by libnats, which is opened at the first connection.
///
/// After a loss it connects again by itself. Messages are received on threads of libnats, and sent on the
/// caller's: one that sends more than the system keeps for a server which takes nothing waits up to half a minute.
final class StreamConnection: Sendable {
  typealias Change = ConnectionChange

  /// How long a request waits for its answer by default.
  static let patience = Duration.seconds(5)

  private let handle: ConnectionHandle
  private let inbox: Inbox
  private let subscription: StreamSubscription
  private let changes: ConnectionChanges
  /// The server's addresses, without what may be a secret in them.
  let address: String
  private let lastPrefix = Atomic(0)

  private init(_ parts: Parts, _ changes: ConnectionChanges, _ address: String) {
    (handle, inbox, subscription) = (parts.handle, parts.inbox, parts.subscription)
    (self.changes, self.address) = (changes, address)
  }

  deinit {
    let handle = handle
    inbox.end(StreamError(.failed, "the connection was closed"))
    // It may wait for its threads.
    LongWork.run { handle.close() }
  }

  /// Connects.
  ///
  /// - Parameter changed: called on any thread when the connection is lost or restored, and for complaints.
  /// - Throws: ``StreamError`` `unreachable`, `lost`, `denied`, or `failed` if the library is missing.
  static func open(
    _ settings: StreamSettings, changed: @escaping @Sendable (Change) -> Void
  ) async throws -> StreamConnection {
    let address = StreamAddress.shown(settings.url)
    let changes = ConnectionChanges(changed)
    let parts = try await offMain {
      if let failure = cnats_open() { throw StreamError(.failed, String(cString: failure)) }
      let inbox = Inbox(address)
      let handle = try ConnectionHandle(settings, address) { change in
        if case .complaint(let text) = change, let error = inbox.fail(deniedBy: text) {
          return changes.tell(.denied(error))
        }
        if change == .lost { inbox.failAll() }
        changes.tell(change)
      }
      do {
        return Parts(
          handle: handle, inbox: inbox,
          subscription: try handle.subscribe(inbox.prefix + "*") { inbox.take($0) })
      } catch {
        handle.close()
        throw error
      }
    }
    return StreamConnection(parts, changes, address)
  }

  private struct Parts {
    let handle: ConnectionHandle
    let inbox: Inbox
    let subscription: StreamSubscription
  }

  /// The greatest number of bytes that a message may have.
  var largestMessage: Int { handle.largestMessage }

  /// Sends a message without waiting for an answer.
  ///
  /// - Throws: ``StreamError`` if the message is too large, or the connection is lost or closed.
  func publish(
    _ subject: String, _ data: [UInt8] = [], fields: [(name: String, value: String)] = [],
    reply: String? = nil
  ) throws {
    try handle.publish(subject, data, fields, reply)
  }

  /// Sends a message, and waits for one answer.
  ///
  /// - Throws: ``StreamError`` `unreachable` without an answer in time, or if nobody listens to the subject;
  ///   `lost`; `denied` if the server does not allow the subject; `CancellationError`.
  func request(
    _ subject: String, _ data: [UInt8] = [], fields: [(name: String, value: String)] = [],
    within patience: Duration = patience
  ) async throws -> StreamMessage {
    let token = inbox.newToken()
    let waiter = try inbox.expect(token, for: subject, within: patience)
    defer { inbox.forget(token) }
    try publish(subject, data, fields: fields, reply: inbox.address(of: token))
    let answer = try await waiter.valueUnlessCancelled()
    if answer.status == 503 {
      throw StreamError(.unreachable, "nobody at \(address) answers '\(subject)'")
    }
    return answer
  }

  /// Receives the messages of a subject, which may end in `.*` or `.>`, until the result is released.
  ///
  /// - Parameter receive: called on a thread of libnats.
  /// - Throws: ``StreamError`` `lost`, or `failed` if the server takes no more subscriptions.
  func subscribe(
    _ subject: String, _ receive: @escaping @Sendable (StreamMessage) -> Void
  ) throws -> StreamListening {
    StreamListening(subscription: try handle.subscribe(subject, receive))
  }

  /// Returns the beginning of subjects for answers, which nobody else uses.
  func newPrefix() -> String {
    "\(inbox.prefix)take.\(lastPrefix.add(1, ordering: .relaxed).newValue)."
  }

  /// Calls a closure each time that the connection was lost and is back, and when it is closed, until the result is
  /// released.
  func whenRestored(_ body: @escaping @Sendable () -> Void) -> ConnectionChanges.Token {
    changes.add(body)
  }
}

/// Receives messages until it is released.
struct StreamListening: Sendable {
  fileprivate let subscription: StreamSubscription

  /// Lets the server send nothing more, and waits until all that it had sent was received, or for two seconds.
  func drain() async { await subscription.drain() }
}

enum StreamAddress {
  /// An address without what may be a secret in it.
  static func shown(_ url: String) -> String {
    url.split(separator: ",").map { part -> String in
      guard let at = part.lastIndex(of: "@") else { return String(part) }
      let scheme = part.lastIndex(of: "/").map { part[...$0] } ?? ""
      return String(scheme + part[part.index(after: at)...])
    }.joined(separator: ",")
  }
}
