/// An error of a stream or of its server.
struct StreamError: Error, Hashable {
  enum Code: Sendable, Hashable {
    /// The server cannot be reached, or has not answered in time.
    case unreachable
    /// The connection is lost, and is made anew.
    case lost
    /// The server does not accept the credentials, or does not allow what was asked.
    case denied
    /// The connection was closed, and does not come back.
    case closed
    /// The stream, consumer or message does not exist.
    case notFound
    /// The stream takes no more messages, or not one of this size.
    case full
    /// Somebody else was faster: the last message is not the expected one.
    case conflict
    /// The library is missing, or the server's answer makes no sense.
    case failed
  }

  let code: Code
  /// One line, without a secret: `the server nats://h:4222 does not accept the credentials`.
  let message: String

  init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  static func lost(_ address: String) -> StreamError {
    StreamError(.lost, "the connection to \(address) is lost")
  }
}
