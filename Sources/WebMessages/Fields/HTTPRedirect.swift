package import FoundationEssentials

/// Determines the target of a redirect (RFC 9110, section 15.4).
package enum HTTPRedirect {
  /// Returns the address to request next.
  ///
  /// - Throws: ``NotFollowed`` if there is no address, or it must not be requested.
  package static func target(of headers: HTTPHeaders, from address: URL) throws(NotFollowed) -> URL
  {
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
        "the server redirects to an unsupported scheme, '\(scheme.prefix(20))'")
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
  package struct NotFollowed: Error {
    /// The reason, in a sentence without the address.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}
