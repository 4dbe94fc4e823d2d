import FoundationEssentials
import Glibc

struct ActiveRequest {
  /// The head, unless the request line could not be read.
  let head: RequestHead?
  private let start = ContinuousClock.now
  var closes: Bool
  var isComplete = false
  var body = Data()
  /// The response's status; 0 until there is a response.
  var status = 0
  var sent = 0
  var reserved = 0
  var isAnswered = false
  var isChunked = false
  var task: Task<Void, Never>?
  /// Reads the response's body if it arrives in pieces.
  var pump: BodyPump?

  init(_ head: RequestHead?) {
    self.head = head
    closes = head?.closes ?? true
  }

  var isHead: Bool { head?.method == "HEAD" }

  func record(client: String) -> AccessRecord {
    AccessRecord(
      time: time(nil), client: client, method: head?.method ?? "-", target: head?.target ?? "-",
      status: status, bytes: sent, duration: ContinuousClock.now - start)
  }
}
