import Glibc

/// Recognizes this machine's own addresses, for credentials, proxies and servers alike.
///
/// It accepts a host only if a connection to it cannot leave this machine.
package enum Loopback {
  /// Returns whether a URL's host, with or without brackets, is this machine.
  ///
  /// That is `localhost`, a name under `.localhost` (RFC 6761, section 6.3), or a loopback address
  /// in its standard form. libcurl 7.85, the oldest supported, connects to these names without a
  /// resolver. It would resolve `localhost.` and `127.0.0.08`, so they do not count.
  package static func contains(host: some StringProtocol) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    if host.hasPrefix("[") {
      return host.hasSuffix("]") && isIPv6(String(host.dropFirst().dropLast()))
    }
    return isIPv4(host) || isIPv6(host)
  }

  /// Returns whether an address of 4 or 16 bytes, in network order, is this machine.
  ///
  /// These are 127.0.0.0/8 (RFC 1122, section 3.2.1.3), also mapped to IPv6, and ::1 (RFC 4291,
  /// sections 2.5.3 and 2.5.5.2).
  package static func contains(address: some Collection<UInt8>) -> Bool {
    switch address.count {
    case 4: address.first == 127
    case 16:
      address.elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        || address.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127])
    default: false
    }
  }

  private static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    guard inet_pton(AF_INET, text, &address) == 1 else { return false }
    return withUnsafeBytes(of: address) { contains(address: $0) }
  }

  private static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return false }
    return withUnsafeBytes(of: address) { contains(address: $0) }
  }
}
