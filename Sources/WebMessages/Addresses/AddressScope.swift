/// The reach of an IP address, which decides whether a server may direct a request there.
///
/// Only a `global` address belongs to a machine that is reachable from anywhere on the Internet. The sources
/// are IANA's registries of special-purpose addresses (RFC 6890), as of 2025.
package enum AddressScope: Sendable, Equatable {
  /// A machine on the Internet.
  case global
  case loopback
  /// A private network: RFC 1918, or unique local addresses in IPv6 (RFC 4193).
  case `private`
  /// The same link, where cloud providers have their metadata services (RFC 3927; RFC 4291, section 2.5.6).
  case linkLocal
  /// A network behind a provider's translation (RFC 6598).
  case shared
  /// Several machines at once.
  case multicast
  /// Not an address, or any address of this network; a connection to it reaches this machine.
  case unspecified
  /// Not meant for connections: documentation, benchmarks, tunnels, future use.
  case reserved

  /// Determines the scope of an address of 4 or 16 bytes, in network order; any other length gives
  /// `reserved`.
  ///
  /// An IPv6 address that stands for an IPv4 address has that address's scope: mapped, compatible, NAT64 (RFC
  /// 6052) and 6to4 (RFC 3056).
  package init(of address: some Collection<UInt8>) {
    let bytes = Array(address)
    if Loopback.contains(address: bytes) {
      self = .loopback
    } else {
      self =
        switch bytes.count {
        case 4: Self.scope(ofIPv4: bytes[...])
        case 16: Self.scope(ofIPv6: bytes)
        default: .reserved
        }
    }
  }

  private static func scope(ofIPv4 bytes: ArraySlice<UInt8>) -> AddressScope {
    let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return networks.first { number >> (32 - $0.length) == $0.number >> (32 - $0.length) }?.scope
      ?? .global
  }

  private static func scope(ofIPv6 bytes: [UInt8]) -> AddressScope {
    let zeros = bytes.prefix { $0 == 0 }.count
    if zeros == 16 { return .unspecified }
    // ::ffff:a.b.c.d, ::a.b.c.d and 64:ff9b::a.b.c.d
    if zeros >= 12 || zeros == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF
      || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
    {
      return AddressScope(of: bytes[12...])
    }
    switch (bytes[0], bytes[1]) {
    // 6to4: 2002:a.b.c.d::
    case (0x20, 0x02): return AddressScope(of: bytes[2..<6])
    // 2001::/23 has Teredo, benchmarks and ORCHIDs; 2001:db8::/32 and 3fff::/20 are documentation.
    case (0x20, 0x01) where bytes[2] < 2 || bytes[2] == 0x0D && bytes[3] == 0xB8: return .reserved
    case (0x3F, 0xFF) where bytes[2] < 0x10: return .reserved
    case (0x20...0x3F, _): return .global
    case (0xFE, 0x80...0xBF): return .linkLocal
    // fec0::/10 was the form of private addresses before RFC 4193.
    case (0xFE, 0xC0...), (0xFC, _), (0xFD, _): return .private
    case (0xFF, _): return .multicast
    default: return .reserved
    }
  }

  /// The IPv4 networks that are not global; the first match counts.
  private static let networks: [(number: UInt32, length: UInt32, scope: AddressScope)] = [
    (0x0000_0000, 8, .unspecified), (0x0A00_0000, 8, .private), (0x6440_0000, 10, .shared),
    (0x7F00_0000, 8, .loopback), (0xA9FE_0000, 16, .linkLocal), (0xAC10_0000, 12, .private),
    (0xC000_0000, 24, .reserved), (0xC000_0200, 24, .reserved), (0xC058_6300, 24, .reserved),
    (0xC0A8_0000, 16, .private), (0xC612_0000, 15, .reserved), (0xC633_6400, 24, .reserved),
    (0xCB00_7100, 24, .reserved), (0xE000_0000, 4, .multicast), (0xF000_0000, 4, .reserved),
  ]
}

extension AddressScope: CustomStringConvertible {
  /// The scope as an adjective for messages, such as `link-local`.
  package var description: String {
    switch self {
    case .global: "public"
    case .loopback: "loopback"
    case .private: "private"
    case .linkLocal: "link-local"
    case .shared: "shared by a provider's customers"
    case .multicast: "multicast"
    case .unspecified: "unspecified"
    case .reserved: "reserved"
    }
  }
}
