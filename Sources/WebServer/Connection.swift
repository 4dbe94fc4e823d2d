import Glibc

/// A client's connection, with one request at a time.
///
/// Only the server's thread uses it.
final class Connection {
  enum Phase {
    /// The server waits for a request's head, or for the rest of it.
    case head
    /// A request's body is arriving.
    case body
    /// The handler produces the response.
    case waiting
    /// The response is being sent.
    case sending
    /// The response was sent before the request had arrived. The rest of it is received and dropped:
    /// if the connection were closed now, the client could lose the response.
    case lingering
    case closed
  }

  let number: Int
  let descriptor: Int32
  /// The client's address, without its port.
  let address: String
  var phase = Phase.head
  var input = InputBuffer()
  var output = OutputQueue()
  var reader: HeadReader
  var decoder = BodyDecoder(.length(0))
  var request: ActiveRequest?
  /// Whether the client has said, during a response, that it sends no more.
  ///
  /// What it sent before is still read.
  var hasHungUp = false
  /// When the client last sent or accepted a byte, in milliseconds.
  var lastProgress: Int
  /// When the server began to wait for a request, or a request to arrive, or the response to be sent,
  /// in milliseconds.
  var since: Int
  /// The number of bytes dropped while lingering.
  var discarded = 0

  /// - Parameters:
  ///   - number: identifies the connection; it is never used again.
  ///   - maximumHead: the longest head of a request, in bytes.
  init(_ descriptor: Int32, number: Int, address: String, maximumHead: Int, now: Int) {
    self.descriptor = descriptor
    self.number = number
    self.address = address
    reader = HeadReader(upTo: maximumHead)
    (lastProgress, since) = (now, now)
  }

  /// The events to pass to `poll`.
  var events: Int16 {
    var events = output.isEmpty ? 0 : POLLOUT
    switch phase {
    case .head, .body, .lingering: events |= POLLIN
    // POLLRDHUP, which Swift does not import.
    case .waiting, .sending: if !hasHungUp { events |= 0x2000 }
    case .closed: break
    }
    return Int16(events)
  }

  /// Whether the client reads its response so slowly that the connection may be closed for others:
  /// nothing for 2 seconds, or not all in 10.
  func isUnread(at now: Int) -> Bool {
    phase == .sending && !output.isEmpty && (now - lastProgress >= 2_000 || now - since >= 10_000)
  }

  /// Whether the response is a stream that has nothing to send at the moment.
  var isStreaming: Bool { phase == .sending && request?.pump != nil && output.isEmpty }

  /// Whether no part of a request has arrived.
  var isIdle: Bool { phase == .head && reader.isEmpty && input.count == 0 }
}
