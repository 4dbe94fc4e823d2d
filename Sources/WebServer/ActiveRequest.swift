import FoundationEssentials
import Glibc

/// A connection's current request, and the progress of its response.
struct ActiveRequest {
  /// The head; nil if not even the request line could be read.
  let head: RequestHead?
  private let start = ContinuousClock.now
  /// Whether the connection is closed after the response.
  var closes: Bool
  /// Whether the request has arrived in full.
  var isComplete = false
  var body = Data()
  /// The response's status; 0 until there is a response.
  var status = 0
  /// The number of bytes of the response's body that were passed to the connection.
  var sent = 0
  /// The number of bytes that the response has reserved of the budget.
  var reserved = 0
  /// Whether the whole response was passed to the connection.
  var isAnswered = false
  var isChunked = false
  /// Produces the response.
  var task: Task<Void, Never>?
  /// Reads the response's body if it arrives in pieces.
  var pump: BodyPump?

  init(_ head: RequestHead?) {
    self.head = head
    closes = head?.closes ?? true
  }

  /// Whether the response is sent without its body.
  var isHead: Bool { head?.method == "HEAD" }

  /// Returns the log's record of the request, once it is over.
  func record(client: String) -> AccessRecord {
    AccessRecord(
      time: time(nil), client: client, method: head?.method ?? "-", target: head?.target ?? "-",
      status: status, bytes: sent, duration: ContinuousClock.now - start)
  }
}
