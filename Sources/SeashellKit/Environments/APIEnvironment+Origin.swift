public import FoundationEssentials
import WebAPI
import WebMessages

extension APIEnvironment {
  /// Whether an address is the environment's own: of the same scheme, host and port (RFC 6454).
  public func isOrigin(of url: URL) -> Bool { Origin(url) == Origin(baseURL) }

  /// Whether what is sent there cannot be read on the way: over https, or to this machine.
  ///
  /// No credentials go anywhere else.
  public var isPrivate: Bool { Origin(baseURL).isPrivate }
}

extension URL {
  /// Scheme, host and port (RFC 6454, section 6.2), such as `https://api.myshopping.com:443`.
  public var origin: String {
    let scheme = (scheme ?? "").lowercased()
    let port = port ?? ["http": 80, "https": 443][scheme]
    return "\(scheme)://\((host() ?? "").lowercased()):\(port ?? 0)"
  }
}
