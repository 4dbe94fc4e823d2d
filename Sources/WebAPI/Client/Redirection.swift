import FoundationEssentials
import WebMessages

/// Where a redirect leads (RFC 9110, section 15.4), and whether to go there.
enum Redirection {
  /// Whether the status sends the client elsewhere.
  static func isOne(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The address to ask next.
  ///
  /// - Throws: ``APIError`` where there is none, or it is none to go to.
  static func target(of headers: HTTPHeaders, from address: URL) throws(Refusal) -> URL {
    guard let location = headers["Location"]?.trimmingSpaces, !location.isEmpty else {
      throw Refusal("the server redirects and does not say where")
    }
    let bare = String(location.prefix { $0 != "#" })
    guard HTTPHeaders.isValue(bare),
      let target = bare.isEmpty ? address : URL(string: bare, relativeTo: address)?.absoluteURL,
      let scheme = target.scheme?.lowercased()
    else {
      throw Refusal("the server redirects to what is no address")
    }
    guard scheme == "https" || scheme == "http" else {
      throw Refusal("the server redirects to an address of another kind, '\(scheme.bounded(20))'")
    }
    guard let host = target.host(), !host.isEmpty else {
      throw Refusal("the server redirects to what is no address")
    }
    guard target.user() == nil, target.password() == nil else {
      throw Refusal("the server redirects to an address with a user name or a password")
    }
    if scheme == "http", address.scheme?.lowercased() == "https" {
      throw Refusal("the server redirects from https to http, where anybody could listen")
    }
    return target
  }

  /// The request as it goes to a place that is not the client's own service: only what any such
  /// request says, since nobody knows in which header fields a secret is.
  static func stripped(_ request: APIRequest) -> APIRequest {
    var stripped = request
    stripped.headers = [:]
    for name in ["Accept", "Accept-Language", "User-Agent"] {
      stripped.headers[name] = request.headers[name]
    }
    stripped.idempotencyKey = nil
    stripped.hasLeft = true
    return stripped
  }

  /// Why a redirect is not followed.
  struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}
