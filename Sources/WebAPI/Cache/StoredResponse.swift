import FoundationEssentials
import WebMessages

/// A stored response, with its conditions for reuse (RFC 9111).
struct StoredResponse: Sendable {
  let tag: String

  private(set) var headers: HTTPHeaders

  let data: Data

  /// The request's values for the fields that the response's `Vary` names.
  private let selecting: [(name: String, value: String?)]

  /// Creates a stored response; nil if the response has no entity tag or must not be stored.
  init?(_ headers: HTTPHeaders, _ data: Data, to request: HTTPHeaders) {
    guard let tag = headers["ETag"], HTTPHeaders.isValue(tag), !tag.isEmpty,
      !headers.says("no-store", in: "Cache-Control")
    else { return nil }
    let names = headers.list("Vary")
    guard !names.contains("*") else { return nil }
    self.tag = tag
    self.headers = headers
    self.data = data
    // Only the key tells accounts apart; credentials are not stored.
    selecting = names.filter { !HTTPHeaders.isSecret($0) }.map { ($0, request[$0]) }
  }

  /// The approximate size, in bytes.
  var size: Int {
    headers.reduce(data.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  func serves(_ request: HTTPHeaders) -> Bool {
    selecting.allSatisfy { request[$0.name] == $0.value }
  }

  /// Updates the header fields from a 304 response, except those about its own body (RFC 9111,
  /// section 3.2); returns whether this changed anything.
  mutating func refresh(with new: HTTPHeaders) -> Bool {
    let old = headers
    var replacing = new
    for name in ["Content-Length", "Content-Encoding", "Content-Type", "Transfer-Encoding"] {
      replacing[name] = nil
    }
    for (name, _) in replacing { headers[name] = nil }
    for (name, value) in replacing { headers.add(name, value) }
    return headers != old
  }
}
