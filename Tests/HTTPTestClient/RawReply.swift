package import WebMessages

/// A response, as received.
package struct RawReply {
  package var status = 0
  package var headers = HTTPHeaders()
  package var body: [UInt8] = []

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Parses the head.
  init?(head: String) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.dropFirst(9).prefix(3))
    else { return nil }
    self.status = status
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers.add(
        String(line[..<colon]),
        String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
  }
}

/// All bytes that a server sent on a connection.
package struct RawExchange {
  let bytes: [UInt8]

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The responses; nil if the text is not a sequence of complete responses.
  package var replies: [RawReply]? {
    var replies: [RawReply] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)),
        var reply = RawReply(head: String(decoding: rest[..<end.upperBound], as: UTF8.self))
      else { return nil }
      rest = rest[end.upperBound...]
      if reply.status == 100 { continue }
      let lengths = reply.headers.values(of: "Content-Length")
      // A response to HEAD has a Content-Length, but no body.
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

  /// Whether there is exactly one response, with this status, which closes the connection.
  package func isOnly(_ status: Int) -> Bool {
    guard let replies, replies.count == 1 else { return false }
    return replies[0].status == status && replies[0].headers["Connection"] == "close"
  }
}
