import CoreSecrets
import FoundationEssentials
import WebMessages

/// Formats texts for a trace, without secrets.
package enum TraceText {
  /// The header fields whose values are shown; of all others, only the length is.
  private static let shownNames: Set<String> = [
    "accept", "accept-encoding", "accept-ranges", "age", "allow", "cache-control", "connection",
    "content-encoding", "content-length", "content-range", "content-type", "date", "etag",
    "event-id", "expires", "idempotency-key", "if-none-match", "last-event-id", "last-modified",
    "retry-after", "server", "transfer-encoding", "vary", "x-total-count",
  ]

  private static let addresses: Set<String> = ["link", "location", "referer"]

  /// The value, or its length if it may be secret; `names` are additional names of credentials.
  static func value(_ name: String, _ value: String, hiding names: Set<String> = []) -> String {
    let name = name.lowercased()
    if shownNames.contains(name) { return value.bounded(500) }
    if addresses.contains(name) { return withoutSecrets(value, hiding: names).bounded(500) }
    return length(of: value)
  }

  static func length(of value: String) -> String {
    value.utf8.count == 1 ? "1 byte" : "\(value.utf8.count) bytes"
  }

  /// A header field's value; if it contains addresses, without the parts that look like secrets.
  static func addressed(
    _ field: (name: String, value: String), hiding names: Set<String>
  ) -> String {
    addresses.contains(field.name.lowercased())
      ? withoutSecrets(field.value, hiding: names) : field.value
  }

  /// An address without the parts that look like secrets.
  static func address(_ url: URL, hiding names: Set<String>) -> String {
    withoutSecrets(url.absoluteString, hiding: names)
  }

  /// Removes secrets from addresses in a text: parameters with credentials' names in the query and the path,
  /// fragments, and the user before the host.
  ///
  /// - Parameters:
  ///   - names: additional parameter names that are credentials.
  ///   - found: called with the name of each removed parameter.
  package static func withoutSecrets(
    _ text: String, hiding names: Set<String> = [], found: (Substring) -> Void = { _ in }
  ) -> String {
    var shown = ""
    var rest = text[...]
    var isQuery = false
    while let start = rest.firstIndex(where: { "?&;#<".contains($0) }) {
      shown += rest[..<start]
      let mark = rest[start]
      rest = rest[rest.index(after: start)...]
      if mark == "#" {
        // Fragments may carry tokens (RFC 6749, section 4.2.2).
        rest = rest.drop { $0 != ">" }
        continue
      }
      shown.append(mark)
      if mark == "?" || mark == "<" { isQuery = mark == "?" }
      let name = rest.prefix { !"=&?#<>; ".contains($0) && (isQuery || $0 != "/") }
      shown += name
      rest = rest[name.endIndex...]
      guard rest.first == "=",
        CredentialName.isCredential(name, in: .address)
          || !names.isEmpty && names.contains(PercentEncoding.decode(name))
      else { continue }
      found(name)
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

  static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds >= 10_000 else { return "\(milliseconds) ms" }
    return "\(milliseconds / 1000) s"
  }
}
