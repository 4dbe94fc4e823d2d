import FoundationEssentials
import WebMessages

/// Follows the redirects of reads.
///
/// After a redirect to another origin, no header field that could contain credentials is sent, even
/// if a later redirect leads back.
struct RedirectStep {
  let client: APIClientSnapshot
  let next: AuthorizeStep

  func send(_ original: AddressedRequest) async throws -> ResponseHead {
    var request = original
    var visited: Set<URL> = []
    while true {
      let head = try await next.send(request)
      guard HTTPResponse.isRedirect(head.response.status), !request.request.method.isWrite else {
        return head
      }
      let target = try target(of: head, from: request.address)
      visited.insert(request.address)
      guard visited.count <= client.maximumRedirects else {
        throw APIError(
          redirecting: "more than \(client.maximumRedirects) redirects in a row", .limit, head)
      }
      guard !visited.contains(target) else {
        throw APIError(redirecting: "the redirects form a loop", .limit, head)
      }
      await head.response.body.discard()
      if Origin(target) != Origin(request.address) {
        request.request = Self.stripped(request.request)
        request.mayCarryCredentials = false
        request.authorizer = nil
      }
      client.trace { "* redirected to \(TraceText.address(target))" }
      request.address = target
    }
  }

  private func target(of head: ResponseHead, from address: URL) throws(APIError) -> URL {
    let target: URL
    do {
      target = try Redirection.target(of: head.response.headers, from: address)
    } catch {
      throw APIError(redirecting: error.reason, .unavailable, head)
    }
    if let home = head.request.home, Origin(target) != home {
      throw APIError(leaving: home, for: Origin(target), head.request)
    }
    guard head.request.body == nil else {
      throw APIError(redirecting: "a request with a body is not redirected", .unavailable, head)
    }
    return target
  }

  /// The request for an origin that is not the client's own.
  ///
  /// It keeps only the header fields that never contain credentials.
  private static func stripped(_ request: APIRequest) -> APIRequest {
    var stripped = request
    stripped.headers = [:]
    for name in ["Accept", "Accept-Language", "User-Agent"] {
      stripped.headers[name] = request.headers[name]
    }
    stripped.idempotencyKey = nil
    stripped.hasLeft = true
    return stripped
  }
}

extension APIError {
  /// The error of a redirect that is not followed.
  fileprivate init(redirecting reason: String, _ code: Code, _ head: ResponseHead) {
    self.init(
      code, status: head.response.status, detail: reason, request: head.request.description)
  }
}

/// Decides where a redirect leads (RFC 9110, section 15.4).
enum Redirection {
  /// Returns the address to request next.
  ///
  /// - Throws: ``NotFollowed`` if there is none, or it must not be requested.
  static func target(of headers: HTTPHeaders, from address: URL) throws(NotFollowed) -> URL {
    guard let location = headers["Location"]?.trimmingSpaces, !location.isEmpty else {
      throw NotFollowed("the server redirects without a 'Location'")
    }
    let bare = String(location.prefix { $0 != "#" })
    guard HTTPHeaders.isValue(bare),
      let target = bare.isEmpty ? address : URL(string: bare, relativeTo: address)?.absoluteURL,
      let scheme = target.scheme?.lowercased()
    else {
      throw NotFollowed("the server redirects to an invalid address")
    }
    guard scheme == "https" || scheme == "http" else {
      throw NotFollowed(
        "the server redirects to an unsupported scheme, '\(scheme.bounded(20))'")
    }
    guard let host = target.host(), !host.isEmpty else {
      throw NotFollowed("the server redirects to an invalid address")
    }
    guard target.user() == nil, target.password() == nil else {
      throw NotFollowed("the server redirects to an address with a user name or a password")
    }
    if scheme == "http", address.scheme?.lowercased() == "https" {
      throw NotFollowed("the server redirects from https to http, which is not encrypted")
    }
    return target
  }

  /// Why a redirect is not followed.
  struct NotFollowed: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}
