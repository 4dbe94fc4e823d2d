package import FoundationEssentials
package import WebMessages

/// Responds to the requests of an ``HTTPServer``.
///
/// The server calls it on its own thread, so it must not block. It calls its second argument once, from any
/// thread, with the response. It returns the task that produces the response, which is cancelled if the
/// client disconnects, or nil if it has already responded.
package typealias HTTPHandler =
  @Sendable (ReceivedRequest, @escaping @Sendable (HTTPResponse) -> Void) -> Task<Void, Never>?

/// A request that a server has received in full.
package struct ReceivedRequest: Sendable {
  /// The method as sent; methods are case-sensitive.
  package let method: String

  /// The request target as sent: a path and query, a whole URL, or `*`.
  package let target: String

  package let headers: HTTPHeaders

  /// The body, if the request has one.
  package let body: HTTPBody?

  /// Returns the target's URL with another host and port.
  ///
  /// A target that is neither a path nor an `http` URL gives nil (RFC 9112, section 3.2).
  package func url(authority: String) -> URL? {
    guard let path else { return nil }
    return URL(string: "http://\(authority)\(path)", encodingInvalidCharacters: false)
  }

  private var path: Substring? {
    if target.hasPrefix("/") { return target[...] }
    guard let scheme = target.firstRange(of: "://"),
      target[..<scheme.lowerBound].lowercased() == "http"
    else { return nil }
    return target[scheme.upperBound...].drop { $0 != "/" }
  }
}
