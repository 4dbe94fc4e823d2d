import FoundationEssentials
import WebMessages

struct ShopRequest {
  /// The maximum size of a body, in bytes.
  static let maximumBody = 1 << 20

  /// The maximum length of path and query together, in bytes; the longest search fits when it is
  /// percent-encoded.
  static let maximumTarget = 8_192

  static let pageNumberNames = ["page[number]", "page"]
  static let pageSizeNames = ["page[size]", "per_page"]

  let method: HTTPMethod
  let headers: HTTPHeaders
  let body: Data

  let format: Representation

  /// The URL up to its query, as it was sent.
  let address: Substring

  let segments: [String]

  /// The query's names and values, in order.
  let query: [(name: String, value: String)]

  /// The path, which begins with the version.
  var path: String { "/" + segments.joined(separator: "/") }

  var pathAndQuery: String {
    query.isEmpty ? path : "\(path)?\(URLEncoding.query(query))"
  }

  init(_ message: HTTPRequest) throws(ShopProblem) {
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
    if format == .document { try rejectUnsupportedParameters() }
  }

  static func segments(of address: String) throws(ShopProblem) -> [String] {
    try segments(of: target(of: address.prefix { $0 != "?" && $0 != "#" }))
  }

  /// Throws 422 if there are several values.
  func onlyValue(of name: String) throws(ShopProblem) -> String? {
    let values = query.filter { $0.name == name }
    guard values.count <= 1 else {
      throw .invalid(parameter: name, "\(name) must be given once, not \(values.count) times.")
    }
    return values.first?.value
  }

  /// Throws 422 if the value is not an integer in the range, or if there are several.
  func onlyInteger(of name: String, in range: ClosedRange<Int>) throws(ShopProblem) -> Int? {
    guard let text = try onlyValue(of: name) else { return nil }
    guard text.hasOnlyDigits, let value = Int(text), range.contains(value) else {
      throw .invalid(
        parameter: name,
        "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  /// Rejects unsupported parameters of JSON:API, which requires 400 for them.
  private func rejectUnsupportedParameters() throws(ShopProblem) {
    for (name, _) in query where !(Self.pageNumberNames + Self.pageSizeNames).contains(name) {
      let family = name.prefix { $0 != "[" }
      guard ["include", "fields", "filter", "page"].contains(family) else { continue }
      throw .unsupportedParameter(name)
    }
  }

  /// Returns a URL without its scheme and authority, if it has one.
  private static func target(of url: Substring) -> Substring {
    guard let authority = url.firstRange(of: "://") else { return url }
    return url[authority.upperBound...].drop { $0 != "/" && $0 != "?" }
  }

  private static func segments(of path: Substring) throws(ShopProblem) -> [String] {
    var segments: [String] = []
    for piece in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = PercentEncoding.decodeStrictly(piece) else { throw .badAddress }
      segments.append(segment)
    }
    return segments
  }

  private static func items(of query: Substring) throws(ShopProblem) -> [(String, String)] {
    guard let items = URLEncoding.items(of: query) else { throw .badAddress }
    return items
  }
}

extension ShopRequest {
  /// Rejects a write that a web page of another origin has sent.
  ///
  /// A browser sends a form or simple `fetch` to any address that a page names, even on this
  /// machine. The page cannot read the response, but the write would happen. The browser names the
  /// page's origin in fields that pages cannot set (RFC 6454, section 7; Fetch Metadata Request
  /// Headers, section 2); programs send neither. `same-site` is another origin too, since it
  /// ignores the port.
  static func rejectCrossOriginWrite(_ request: HTTPRequest) throws(ShopProblem) {
    guard request.method.isWrite else { return }
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
      throw .crossOrigin(header: "Sec-Fetch-Site")
    }
    if let origin = request.headers["Origin"] {
      guard let url = URL(string: origin), url.scheme != nil, Origin(url) == Origin(request.url)
      else { throw .crossOrigin(header: "Origin") }
    }
  }
}

extension ShopProblem {
  static let targetTooLong = ShopProblem(
    status: 414, code: "address_too_long",
    detail: "The path and query are longer than \(ShopRequest.maximumTarget) bytes.")

  static let bodyTooLarge = ShopProblem(
    status: 413, code: "too_large",
    detail: "The body is longer than \(ShopRequest.maximumBody) bytes.")
}
