import FoundationEssentials
import Glibc

/// A connection's current request, and the progress of its response.
struct ActiveRequest {
  /// The head, unless the request line could not be read.
  let head: RequestHead?
  private let start = ContinuousClock.now
  /// Whether the connection is closed after the response.
  var closes: Bool
  /// Whether the whole request has arrived.
  var isComplete = false
  var body = Data()
  /// The response's status; 0 until there is a response.
  var status = 0
  /// The number of body bytes passed to the connection.
  var sent = 0
  /// The number of bytes reserved for the response.
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

  var isHead: Bool { head?.method == "HEAD" }

  /// Returns the log record of the finished request.
  func record(client: String) -> AccessRecord {
    AccessRecord(
      time: time(nil), client: client, method: head?.method ?? "-", target: head?.target ?? "-",
      status: status, bytes: sent, duration: ContinuousClock.now - start)
  }
}
