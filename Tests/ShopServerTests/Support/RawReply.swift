import WebMessages

/// An answer as it came over the wire.
struct RawReply {
  var status = 0
  var headers = HTTPHeaders()
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Reads the lines before the blank one.
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
