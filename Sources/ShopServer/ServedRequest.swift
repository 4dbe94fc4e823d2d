import FoundationEssentials
import Glibc

/// One request on a connection, and its answer.
struct ServedRequest {
  /// The head; nil where not even its first line could be read.
  let head: RequestHead?
  let start = ContinuousClock.now
  /// Whether the connection is closed after the answer.
  var closes: Bool
  /// Whether all of the request has come.
  var isWhole = false
  var body = Data()
  /// The answer's status; 0 before there is one.
  var status = 0
  /// How many bytes of the answer's body were given to the connection.
  var sent = 0
  /// How many bytes the answer takes of the budget.
  var reserved = 0
  /// Whether the whole answer was given to the connection.
  var isAnswered = false
  /// Whether the answer's body comes in chunks.
  var isChunked = false
  /// Works the answer out.
  var task: Task<Void, Never>?
  /// Reads the answer's body, where it comes in pieces.
  var pump: BodyPump?

  init(_ head: RequestHead?) {
    self.head = head
    closes = head?.closes ?? true
  }

  /// Whether the answer has no body, since only its head was asked for.
  var isHead: Bool { head?.method == "HEAD" }

  /// What the log says of the request, once it is over.
  func record(client: String) -> AccessRecord {
    AccessRecord(
      time: time(nil), client: client, method: head?.method ?? "-", target: head?.target ?? "-",
      status: status, bytes: sent, duration: ContinuousClock.now - start)
  }
}
