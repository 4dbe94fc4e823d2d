/// Which addresses a transport may connect to.
public enum AddressRule: Sendable, Hashable {
  /// Every address, as requests to a service that the user has chosen.
  case any

  /// Public addresses alone, unless the URL's host is one of those that the user has named.
  ///
  /// The address is judged when the connection is made, so neither a name that leads to a private
  /// address, nor a redirect, nor a name whose address changes gets past it. A host that was named is
  /// this spelling of it and no other: with `localhost`, `127.0.0.1` is still refused. Upper and
  /// lower case are the same, and so is an IPv6 address with brackets and without.
  ///
  /// A proxy hides the address. Through a proxy a transport therefore reaches only hosts that were
  /// named, and refuses all others.
  case `public`(allowingHosts: Set<String>)

  /// Whether the addresses of a host must be public.
  package func requiresPublicAddress(of host: String) -> Bool {
    guard case .public(let named) = self else { return false }
    let host = Self.bare(host)
    return !named.contains { Self.bare($0) == host }
  }

  private static func bare(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }
}
