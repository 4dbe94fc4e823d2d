package import FoundationEssentials

/// A URL's scheme, host and port (RFC 6454), which decide where credentials may be sent.
package struct Origin: Hashable, Sendable {
  package let scheme: String
  package let host: String
  let port: Int?

  private static let defaultPorts = ["http": 80, "https": 443]

  package init(_ url: URL) {
    scheme = (url.scheme ?? "").lowercased()
    host = (url.host() ?? "").lowercased()
    port = url.port ?? Self.defaultPorts[scheme]
  }

  /// Whether credentials may be sent there: over https, or to this machine.
  package var mayCarryCredentials: Bool { scheme == "https" || Loopback.contains(host: host) }

  /// Returns the address over https if it is that of the same host over http, as a service behind a proxy may give it.
  package func secured(_ address: URL) -> URL {
    guard scheme == "https", address.scheme?.lowercased() == "http",
      var parts = URLComponents(url: address, resolvingAgainstBaseURL: true),
      address.host()?.lowercased() == host, [nil, 80, port].contains(address.port)
    else { return address }
    parts.scheme = "https"
    parts.port = port == Self.defaultPorts["https"] ? nil : port
    return parts.url ?? address
  }

  /// The origin with its port, such as `https://api.myshopping.com:443`.
  package var withPort: String { "\(scheme)://\(host):\(port ?? 0)" }
}

extension Origin: CustomStringConvertible {
  /// The origin, without the scheme's default port.
  package var description: String {
    let isDefault = port == nil || port == Self.defaultPorts[scheme]
    // An IPv6 address has brackets in a URL.
    let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return "\(scheme)://\(host)\(isDefault ? "" : ":\(port ?? 0)")"
  }
}
