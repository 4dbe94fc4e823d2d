import FoundationEssentials
import WebMessages

/// A request as handlers read it: its path in segments, its query in items, both unescaped.
struct ShopRequest {
  /// The longest path and query together, in bytes: an escaped search of the greatest length fits.
  static let maximumTarget = 8_192

  let method: HTTPMethod
  let headers: HTTPHeaders
  let body: Data

  /// The form in which the answer is wanted.
  let format: Representation

  /// The address up to its query, as it came.
  let address: Substring

  /// The path between its slashes.
  let segments: [String]

  /// The query's names and values, in order.
  let query: [(name: String, value: String)]

  /// The path as one text, the version included.
  var path: String { "/" + segments.joined(separator: "/") }

  /// The path, and the query where there is one, escaped.
  var pathAndQuery: String {
    query.isEmpty ? path : "\(path)?\(URLEncoding.query(query))"
  }

  init(_ message: HTTPRequest) throws(Refusal) {
    method = message.method
    headers = message.headers
    body = message.body?.data ?? Data()
    let whole = message.url.absoluteString
    let url = whole.prefix { $0 != "#" }
    address = url.prefix { $0 != "?" }
    let target = Self.target(of: url)
    guard target.utf8.count <= Self.maximumTarget else { throw .targetTooLong }
    segments = try Self.segments(of: target.prefix { $0 != "?" })
    query = try Self.items(of: url.dropFirst(address.count + 1))
    format = try Representation(message.headers)
    if format == .document { try refuseUnknownFamilies() }
  }

  /// The path's segments of an address.
  static func segments(of address: String) throws(Refusal) -> [String] {
    try segments(of: target(of: address.prefix { $0 != "?" && $0 != "#" }))
  }

  /// A query item's value; nil where it is missing.
  ///
  /// - Throws: ``Refusal`` 422 where it is there more than once: which would count, nobody knows.
  func onlyValue(of name: String) throws(Refusal) -> String? {
    let values = query.filter { $0.name == name }
    guard values.count <= 1 else {
      throw .invalid(parameter: name, "\(name) must be there once, not \(values.count) times.")
    }
    return values.first?.value
  }

  /// Refuses what a document cannot be asked for here: JSON:API would rather have 400 than an answer
  /// that ignores it.
  private func refuseUnknownFamilies() throws(Refusal) {
    for (name, _) in query where !Page.isName(name) {
      let family = name.prefix { $0 != "[" }
      guard ["include", "fields", "filter", "page"].contains(family) else { continue }
      throw .unsupportedParameter(name)
    }
  }

  /// What follows the authority, or the whole where there is none.
  private static func target(of url: Substring) -> Substring {
    guard let authority = url.firstRange(of: "://") else { return url }
    return url[authority.upperBound...].drop { $0 != "/" && $0 != "?" }
  }

  private static func segments(of path: Substring) throws(Refusal) -> [String] {
    var segments: [String] = []
    for piece in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = URLEncoding.decode(piece) else { throw .badAddress }
      segments.append(segment)
    }
    return segments
  }

  private static func items(of query: Substring) throws(Refusal) -> [(String, String)] {
    guard let items = URLEncoding.items(of: query) else { throw .badAddress }
    return items
  }
}
