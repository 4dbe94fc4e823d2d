import FoundationEssentials
import WebMessages

extension Exchange {
  /// The header fields whose values are told; of any other only the length is.
  private static let told: Set<String> = [
    "accept", "accept-encoding", "accept-ranges", "age", "allow", "cache-control", "connection",
    "content-encoding", "content-length", "content-range", "content-type", "date", "etag",
    "event-id", "expires", "idempotency-key", "if-none-match", "last-event-id", "last-modified",
    "retry-after", "server", "transfer-encoding", "vary", "x-total-count",
  ]

  /// The header fields with addresses in them.
  private static let addresses: Set<String> = ["link", "location"]

  /// Tells of a message that is sent.
  func trace(_ message: HTTPRequest, _ request: APIRequest) {
    client.trace { "> \(message.method.rawValue) \(Self.text(message.url))" }
    for (name, value) in message.headers {
      client.trace { "> \(name): \(Self.shown(name, value))" }
    }
    if let body = request.body { client.trace { "> a body: \(body)" } }
  }

  /// Tells of an answer whose head has come.
  func trace(_ head: HTTPResponse, after elapsed: Duration) {
    client.trace { "< \(head.status) after \(Self.text(elapsed))" }
    for (name, value) in head.headers {
      client.trace { "< \(name): \(Self.shown(name, value))" }
    }
  }

  static func shown(_ name: String, _ value: String) -> String {
    let name = name.lowercased()
    if told.contains(name) { return value.bounded(500) }
    if addresses.contains(name) { return withoutSecrets(value).bounded(500) }
    return value.utf8.count == 1 ? "1 byte" : "\(value.utf8.count) bytes"
  }

  /// An address without what in it looks like a secret.
  static func text(_ url: URL) -> String { withoutSecrets(url.absoluteString) }

  /// Takes out of a text the values whose names look like secrets, in an address's query and in the
  /// parameters of its path, then its fragment, and whoever stands before its host.
  static func withoutSecrets(_ text: String) -> String {
    var shown = ""
    var rest = text[...]
    var isQuery = false
    while let start = rest.firstIndex(where: { "?&;#<".contains($0) }) {
      shown += rest[..<start]
      let mark = rest[start]
      rest = rest[rest.index(after: start)...]
      if mark == "#" {
        // Tokens are handed over in fragments too (RFC 6749, section 4.2.2).
        rest = rest.drop { $0 != ">" }
        continue
      }
      shown.append(mark)
      if mark == "?" || mark == "<" { isQuery = mark == "?" }
      let name = rest.prefix { !"=&?#<>; ".contains($0) && (isQuery || $0 != "/") }
      shown += name
      rest = rest[name.endIndex...]
      guard rest.first == "=", isSecret(PercentEncoding.decode(name)) else { continue }
      let ends = isQuery ? "&#<>" : "/?;#<>"
      rest = rest.dropFirst().drop { !ends.contains($0) }
      shown += "=…"
    }
    return withoutUser(shown + rest)
  }

  private static func withoutUser(_ text: String) -> String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return text }
    let authority = text[start...].prefix { !"/?#>".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return text[..<start] + "…" + text[at...]
  }

  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    if ["code", "key", "sig", "sid", "auth", "pass", "jwt"].contains(name) { return true }
    return [
      "token", "secret", "passw", "apikey", "api_key", "api-key", "signature", "credential",
      "session", "sessid",
    ].contains { name.contains($0) }
  }

  /// A time in milliseconds, or in seconds where it is long.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds >= 10_000 else { return "\(milliseconds) ms" }
    return "\(milliseconds / 1000) s"
  }
}
