package import FoundationEssentials
package import WebMessages

/// Responds to the requests of an ``HTTPServer``.
///
/// The server calls it on its own thread, so it must not block. It calls its second argument once,
/// from any thread, with the response. It returns the task that produces the response, which is
/// cancelled if the client disconnects; nil if it has responded already.
package typealias HTTPHandler =
  @Sendable (ReceivedRequest, @escaping @Sendable (HTTPResponse) -> Void) -> Task<Void, Never>?

/// A request that a server has received in full.
package struct ReceivedRequest: Sendable {
  /// The method as it was sent; methods are case-sensitive.
  package let method: String

  /// The request target as it was sent: a path and query, a whole URL, or `*`.
  package let target: String

  /// The header fields.
  package let headers: HTTPHeaders

  /// The body; nil if the request has none.
  package let body: HTTPBody?

  /// Returns the target's URL with another host and port.
  ///
  /// Returns nil if the target is neither a path nor an `http` URL (RFC 9112, section 3.2).
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
