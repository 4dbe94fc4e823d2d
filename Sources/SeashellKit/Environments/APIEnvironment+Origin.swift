public import FoundationEssentials
import WebMessages

extension APIEnvironment {
  /// Whether an address is the environment's own: of the same scheme, host and port (RFC 6454).
  public func isOrigin(of url: URL) -> Bool { Origin(url) == Origin(baseURL) }

  /// Whether credentials may be sent there: over https, or to this machine.
  public var isPrivate: Bool { Origin(baseURL).mayCarryCredentials }
}

extension URL {
  /// Scheme, host and port (RFC 6454, section 6.2), such as `https://api.myshopping.com:443`.
  public var origin: String { Origin(self).withPort }
}
