import Glibc
import Testing
import WebMessages

@Suite struct AddressScopeTests {
  /// The bytes of an address in its usual notation.
  private func bytes(_ text: String) throws -> [UInt8] {
    var (four, sixteen) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    try #require(inet_pton(AF_INET6, text, &sixteen) == 1, "\(text)")
    return withUnsafeBytes(of: sixteen) { Array($0) }
  }

  @Test(
    arguments: [
      ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", .global),
      ("9.255.255.255", .global), ("10.0.0.0", .private), ("10.255.255.255", .private),
      ("11.0.0.0", .global), ("100.63.255.255", .global), ("100.64.0.0", .shared),
      ("100.127.255.255", .shared), ("100.128.0.0", .global), ("126.255.255.255", .global),
      ("127.0.0.0", .loopback), ("127.255.255.255", .loopback), ("128.0.0.0", .global),
      ("169.253.255.255", .global), ("169.254.169.254", .linkLocal), ("169.255.0.0", .global),
      ("172.15.255.255", .global), ("172.16.0.0", .private), ("172.31.255.255", .private),
      ("172.32.0.0", .global), ("192.0.0.8", .reserved), ("192.0.1.0", .global),
      ("192.0.2.1", .reserved), ("192.88.99.1", .reserved), ("192.167.255.255", .global),
      ("192.168.0.0", .private), ("192.168.255.255", .private), ("192.169.0.0", .global),
      ("198.17.255.255", .global), ("198.18.0.0", .reserved), ("198.19.255.255", .reserved),
      ("198.20.0.0", .global), ("198.51.100.1", .reserved), ("203.0.113.1", .reserved),
      ("223.255.255.255", .global), ("224.0.0.1", .multicast), ("239.255.255.255", .multicast),
      ("240.0.0.0", .reserved), ("255.255.255.255", .reserved),
    ] as [(String, AddressScope)])
  func `an IPv4 address has the scope of its network`(text: String, scope: AddressScope) throws {
    #expect(AddressScope(of: try bytes(text)) == scope)
    // The scope is the same for every IPv6 notation.
    let parts = try bytes(text).map { String(UInt16($0), radix: 16) }
    let six = "\(parts[0])\(parts[1].count == 1 ? "0" : "")\(parts[1])"
    let rest = "\(parts[2])\(parts[3].count == 1 ? "0" : "")\(parts[3])"
    for form in ["::ffff:\(text)", "64:ff9b::\(text)", "2002:\(six):\(rest)::1"] {
      #expect(AddressScope(of: try bytes(form)) == scope, "\(form)")
    }
  }

  @Test(
    arguments: [
      ("::", .unspecified), ("::1", .loopback), ("::2", .unspecified),
      ("::127.0.0.1", .loopback), ("::10.0.0.1", .private), ("::8.8.8.8", .global),
      ("::ffff:0:8.8.8.8", .reserved), ("64:ff9b:1::a00:1", .reserved), ("100::1", .reserved),
      ("1fff::1", .reserved), ("2000::1", .global), ("2001::1", .reserved),
      ("2001:0:4136:e378::1", .reserved), ("2001:1ff::1", .reserved), ("2001:200::1", .global),
      ("2001:db7::1", .global), ("2001:db8::1", .reserved), ("2001:db9::1", .global),
      ("2003::1", .global), ("2606:4700::1111", .global), ("3ffe::1", .global),
      ("3fff::1", .reserved), ("3fff:fff::1", .reserved), ("3fff:1000::1", .global),
      ("4000::1", .reserved), ("5f00::1", .reserved), ("fbff::1", .reserved),
      ("fc00::1", .private), ("fdff::1", .private), ("fe00::1", .reserved),
      ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .private),
      ("ff02::1", .multicast),
    ] as [(String, AddressScope)])
  func `an IPv6 address is global only in the allocated global range`(
    text: String, scope: AddressScope
  ) throws {
    #expect(AddressScope(of: try bytes(text)) == scope)
  }

  @Test(arguments: [[], [8, 8, 8], [UInt8](repeating: 8, count: 17)] as [[UInt8]])
  func `bytes that are not an IP address are not global`(bytes: [UInt8]) {
    #expect(AddressScope(of: bytes) == .reserved)
  }

  @Test(
    arguments: [
      ("shop.test", false), ("Shop.TEST", false), ("::1", false), ("[::1]", false),
      ("shop.test.", true), ("a.shop.test", true), ("127.0.0.1", true), ("", true),
    ] as [(String, Bool)])
  func `a host is named only by its exact spelling`(host: String, mustBePublic: Bool) {
    let rule = AddressRule.public(allowingHosts: ["SHOP.test", "[::1]"])
    #expect(rule.requiresPublicAddress(of: host) == mustBePublic)
    #expect(!AddressRule.any.requiresPublicAddress(of: host))
    #expect(AddressRule.public(allowingHosts: []).requiresPublicAddress(of: host))
  }
}
