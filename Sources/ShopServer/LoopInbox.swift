import FoundationEssentials
import Glibc
import Synchronization
import WebMessages

/// What other threads tell the server's thread, which waits in `poll`.
final class LoopInbox: Sendable {
  /// A message; connections are named by their numbers.
  enum Message: Sendable {
    /// The answer to the request on a connection.
    case answer(HTTPResponse, to: Int)
    /// A piece of the answer's body.
    case piece(Data, to: Int)
    /// The end of the answer's body; it may have broken off.
    case end(isWhole: Bool, to: Int)
    /// An answer had no room beside those that clients have not read.
    case isCrowded
    /// Close the listening socket and take no further request; resume the continuation then.
    case stopListening(CheckedContinuation<Void, Never>)
    /// Close everything and end; the continuation gets how many requests were cut off.
    case finish(CheckedContinuation<Int, Never>)
  }

  private let messages = Mutex<[Message]>([])
  private let ends: (reading: Int32, writing: Int32)

  /// Makes an empty one.
  init() throws(ShopServerError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, ListeningSocket.type, 0, &ends) == 0 else {
      throw ShopServerError(
        .system, "cannot make a socket: \(String(cString: strerror(errno)))")
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Becomes readable when there is a message.
  var descriptor: Int32 { ends.reading }

  /// Adds a message, from any thread.
  func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    var byte: UInt8 = 0
    // A full socket wakes the reader, too.
    if isFirst { _ = send(ends.writing, &byte, 1, Int32(MSG_NOSIGNAL)) }
  }

  /// Takes every message, on the server's thread.
  func take() -> [Message] {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(ends.reading, &bytes, 16) == 16 {}
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
