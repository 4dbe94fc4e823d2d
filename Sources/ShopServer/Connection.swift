import Glibc

/// A client's connection, on which requests come one after the other; the server's thread alone
/// touches it.
final class Connection {
  /// What the server does with the connection.
  enum Phase {
    /// A request's head is awaited or arriving.
    case head
    /// A request's body is arriving.
    case body
    /// The shop works the answer out.
    case waiting
    /// The answer is being sent.
    case sending
    /// The answer was sent before the request had come; what still comes is thrown away, so that the
    /// client is there to read the answer.
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
  var request: ServedRequest?
  /// Whether the client has said, during an answer, that it sends no more; what it sent is still read.
  var hasHungUp = false
  /// When the client last sent or took a byte, in milliseconds.
  var lastProgress: Int
  /// Since when a request is awaited or arriving, or the answer is sent, in milliseconds.
  var since: Int
  /// How many bytes were thrown away.
  var discarded = 0

  /// - Parameters:
  ///   - number: names the connection for as long as the server runs.
  ///   - maximumHead: how many bytes a request's head may have.
  init(_ descriptor: Int32, number: Int, address: String, maximumHead: Int, now: Int) {
    self.descriptor = descriptor
    self.number = number
    self.address = address
    reader = HeadReader(upTo: maximumHead)
    (lastProgress, since) = (now, now)
  }

  /// What `poll` is to wait for.
  var events: Int16 {
    var events = output.isEmpty ? 0 : POLLOUT
    switch phase {
    case .head, .body, .lingering: events |= POLLIN
    // POLLRDHUP, which Glibc's header keeps from Swift.
    case .waiting, .sending: if !hasHungUp { events |= 0x2000 }
    case .closed: break
    }
    return Int16(events)
  }

  /// Whether the client takes an answer so slowly that it may lose it to others: nothing for 2
  /// seconds, or not all in 10.
  func isUnread(at now: Int) -> Bool {
    phase == .sending && !output.isEmpty && (now - lastProgress >= 2_000 || now - since >= 10_000)
  }

  /// Whether its answer has no end of its own, and all that there is of it was sent.
  var isFollowing: Bool { phase == .sending && request?.pump != nil && output.isEmpty }

  /// Whether no request is on its way.
  var isIdle: Bool { phase == .head && reader.isEmpty && input.count == 0 }
}
