import FoundationEssentials
import WebMessages

/// An answer that is kept, with what it takes to use it again (RFC 9111).
struct StoredResponse: Sendable {
  /// What the server knows the answer by.
  let tag: String

  /// The header fields.
  private(set) var headers: HTTPHeaders

  /// The body.
  let data: Data

  /// The request's values of the header fields on which the answer depends.
  private let selecting: [(name: String, value: String?)]

  /// Makes it of an answer; nil where it has no tag, or must not be stored.
  init?(_ headers: HTTPHeaders, _ data: Data, to request: HTTPHeaders) {
    guard let tag = headers["ETag"], HTTPHeaders.isValue(tag), !tag.isEmpty,
      !headers.says("no-store", in: "Cache-Control")
    else { return nil }
    let names = headers.list("Vary")
    guard !names.contains("*") else { return nil }
    self.tag = tag
    self.headers = headers
    self.data = data
    // The key tells accounts apart, and holds no credentials.
    selecting = names.filter { !HTTPHeaders.isSecret($0) }.map { ($0, request[$0]) }
  }

  /// How many bytes it takes, about.
  var size: Int {
    headers.reduce(data.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  /// Whether the answer is one to such a request.
  func serves(_ request: HTTPHeaders) -> Bool {
    selecting.allSatisfy { request[$0.name] == $0.value }
  }

  /// Takes the header fields of the answer that says it is still good, but for those that tell of
  /// that answer's own body (RFC 9111, section 3.2).
  mutating func refresh(with new: HTTPHeaders) {
    let own = ["content-length", "content-encoding", "content-type", "transfer-encoding"]
    var replaced: Set<String> = []
    for (name, value) in new {
      let lowercased = name.lowercased()
      if own.contains(lowercased) { continue }
      if replaced.insert(lowercased).inserted { headers[name] = nil }
      headers.add(name, value)
    }
  }
}
