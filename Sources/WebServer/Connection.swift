import Glibc

/// A client's connection, with one request at a time; only the server's thread uses it.
final class Connection {
  enum Phase {
    /// The server is waiting for a request's head or the rest of it.
    case head
    case body
    case waiting
    case sending
    /// The response was sent before the whole request arrived. The rest is discarded, since closing the
    /// connection now could lose the response.
    case lingering
    case closed
  }

  let number: Int
  let descriptor: Int32
  let address: String
  var phase = Phase.head
  var input = InputBuffer()
  var output = OutputQueue()
  var reader: HeadReader
  var decoder = BodyDecoder(.length(0))
  var request: ActiveRequest?
  /// Whether the client stopped sending while it waited for a response.
  var hasHungUp = false
  /// When the client last sent or accepted a byte, in milliseconds.
  var lastProgress: Int
  /// When the server began to wait for a request, to receive it, or to send the response, in
  /// milliseconds.
  var since: Int
  /// The number of bytes dropped while lingering.
  var discarded = 0

  /// `number` identifies the connection, and is never reused.
  init(_ descriptor: Int32, number: Int, address: String, maximumHead: Int, now: Int) {
    self.descriptor = descriptor
    self.number = number
    self.address = address
    reader = HeadReader(upTo: maximumHead)
    (lastProgress, since) = (now, now)
  }

  /// `POLLRDHUP`, which Swift does not import.
  static let hangUp: Int32 = 0x2000

  var events: Int16 {
    var events = output.isEmpty ? 0 : POLLOUT
    switch phase {
    case .head, .body, .lingering: events |= POLLIN
    case .waiting, .sending: if !hasHungUp { events |= Self.hangUp }
    case .closed: break
    }
    return Int16(events)
  }

  /// Whether the client reads too slowly to keep its connection when room is needed: nothing in 2 seconds, or
  /// not everything in 10.
  func isUnread(at now: Int) -> Bool {
    phase == .sending && !output.isEmpty && (now - lastProgress >= 2_000 || now - since >= 10_000)
  }

  /// Whether the response is a stream that has nothing to send at the moment.
  var isStreaming: Bool { phase == .sending && request?.pump != nil && output.isEmpty }

  var isIdle: Bool { phase == .head && reader.isEmpty && input.count == 0 }
}
