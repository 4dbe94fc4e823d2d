/// The addresses that a transport may connect to.
public enum AddressRule: Sendable, Hashable {
  /// Every address, for requests to a service that the user has chosen.
  case any

  /// Only public addresses, unless the URL's host is one that the user has named.
  ///
  /// The address is checked when the connection is made. So a name that resolves to a private address, a
  /// redirect, and a name whose address changes cannot get around the rule. A named host is only that
  /// spelling: if `localhost` is named, `127.0.0.1` is still rejected. Case does not matter, nor do the
  /// brackets of an IPv6 address.
  ///
  /// A proxy hides the address. Through a proxy, a transport therefore connects only to named hosts.
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
