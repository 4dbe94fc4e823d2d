import WebMessages

/// All that a server answered on one connection.
struct RawExchange {
  let text: String

  /// The answers; nil where the text is not answers one after the other, each whole.
  var replies: [RawReply]? {
    var replies: [RawReply] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)),
        var reply = RawReply(
          head: String(decoding: rest[..<end.upperBound], as: UTF8.self))
      else { return nil }
      rest = rest[end.upperBound...]
      if reply.status == 100 { continue }
      let lengths = reply.headers.values(of: "Content-Length")
      // An answer to HEAD tells the length of a body that it has not.
      let hasBody = !rest.isEmpty && !rest.starts(with: Array("HTTP/1.1 ".utf8))
      if reply.status != 204, reply.status != 304, hasBody {
        guard lengths.count == 1, let count = Int(lengths[0]), count <= rest.count else {
          return nil
        }
        reply.body = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      replies.append(reply)
    }
    return replies
  }

  /// Whether there is one answer, it has a status, and it says that the connection ends.
  func isOnly(_ status: Int) -> Bool {
    guard let replies, replies.count == 1 else { return false }
    return replies[0].status == status && replies[0].headers["Connection"] == "close"
  }
}

extension ServedShop {
  /// Sends a text on a connection of its own and nothing after it, and reads what comes.
  func exchange(_ text: String) async throws -> RawExchange {
    try await exchange(Array(text.utf8))
  }

  func exchange(_ bytes: [UInt8]) async throws -> RawExchange {
    let connection = try connect()
    await connection.send(bytes)
    connection.sendNoMore()
    return RawExchange(text: await connection.end())
  }
}
