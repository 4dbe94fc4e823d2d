import CoreLoop
import CoreSystem
import FoundationEssentials
import Glibc
import Synchronization
import WebMessages

/// Passes messages from other threads to the server's thread, and wakes it from `poll`.
final class LoopInbox: Sendable {
  /// A message; `to` is the number of a connection.
  enum Message: Sendable {
    /// The response to the request on a connection.
    case response(HTTPResponse, to: Int)
    case piece(Data, to: Int)
    /// The end of the response's body, which may be incomplete.
    case end(isComplete: Bool, to: Int)
    /// A response did not fit into the budget, since unread responses have used it up.
    case responsesAreFull
    /// Close the listening socket, and tell that.
    case stopListening(Waiter<Void, Never>)
    /// Close all connections and end, and tell the number of requests cut off.
    case finish(Waiter<Int, Never>)
  }

  private let messages = Mutex<[Message]>([])
  private let ends: (reading: Int32, writing: Int32)

  init() throws(HTTPServerError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, ListeningSocket.type, 0, &ends) == 0 else {
      throw HTTPServerError(
        .system, "cannot create a socket pair: \(SystemError.reason())")
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Becomes readable when there is a message.
  var descriptor: Int32 { ends.reading }

  func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    var byte: UInt8 = 0
    // A full socket wakes the reader anyway.
    if isFirst { _ = send(ends.writing, &byte, 1, Int32(MSG_NOSIGNAL)) }
  }

  /// Returns and removes all messages, on the server's thread.
  func takeAll() -> [Message] {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(ends.reading, &bytes, 16) == 16 {}
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
