import FoundationEssentials
import WebAPI

/// A request as handlers read it: its path in segments, its query in items, both unescaped.
struct ShopRequest {
  let method: HTTPMethod
  let headers: HTTPHeaders
  let body: Data

  /// The address up to its query, as it came.
  let address: Substring

  /// The path between its slashes.
  let segments: [String]

  /// The query's names and values, in order.
  let query: [(name: String, value: String)]

  /// The path as one text, the version included.
  var path: String { "/" + segments.joined(separator: "/") }

  init(_ message: HTTPRequest) throws(Refusal) {
    method = message.method
    headers = message.headers
    body = message.body ?? Data()
    let whole = message.url.absoluteString
    let url = whole.prefix { $0 != "#" }
    address = url.prefix { $0 != "?" }
    segments = try Self.segments(of: address)
    query = try Self.items(of: url.dropFirst(address.count + 1))
  }

  /// A query item's value, the first where there are several.
  func value(of name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  private static func segments(of address: Substring) throws(Refusal) -> [String] {
    var rest = address
    if let authority = rest.firstRange(of: "://") {
      rest = rest[authority.upperBound...].drop { $0 != "/" }
    }
    var segments: [String] = []
    for piece in rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
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
