import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Throws `invalid` if the parts do not form a valid address, or it contains a user.
  func address(
    base: URL, version clientVersion: String?, format: ServiceFormat = .plain
  ) throws(APIError) -> URL {
    var address: String
    if let url, query.isEmpty, url.baseURL == nil,
      !url.absoluteString.utf8.contains(UInt8(ascii: "#"))
    {
      return try Self.checked(url)
    }
    if let url {
      address = url.absoluteString.prefix { $0 != "#" }.description
      if let query = query.escaped() { address += (address.contains("?") ? "&" : "?") + query }
    } else {
      let prefix = try APIPath.prefix(base: base, version: version ?? clientVersion)
      let path = try path.escaped()
      address = path.isEmpty ? String(prefix.dropLast()) : prefix + path
      if let query = query.escaped(renaming: format.queryNames) { address += "?" + query }
    }
    return try Self.checked(URL(string: address))
  }

  private static func checked(_ address: URL?) throws(APIError) -> URL {
    guard let address, address.host() != nil else {
      throw APIError(.invalid, detail: "the base address and the path do not form a valid URL")
    }
    guard address.user() == nil, address.password() == nil else {
      throw APIError(.invalid, detail: "a URL must not contain a user name or a password")
    }
    return address
  }

  func message(
    to address: URL, format: ServiceFormat = .plain, keys: ServiceKeys = .snake
  ) throws(APIError) -> HTTPRequest {
    var headers = headers
    if headers["Accept"] == nil { headers["Accept"] = format.accepted }
    if let body { headers["Content-Type"] = body.contentType }
    if cachePolicy == .reload { headers["Cache-Control"] = "no-cache" }
    if let idempotencyKey, headers["Idempotency-Key"] == nil {
      headers["Idempotency-Key"] = idempotencyKey
    }
    for name in headers.omitted { headers[name] = nil }
    for (name, value) in headers {
      guard HTTPHeaders.isName(name) else {
        throw APIError(.invalid, detail: "'\(name)' is not a valid header field name")
      }
      guard HTTPHeaders.isValue(value) else {
        throw APIError(.invalid, detail: "the header field \(name) contains a control character")
      }
    }
    return HTTPRequest(
      method: method, url: address, headers: headers, body: try body?.message(keys: keys))
  }
}
