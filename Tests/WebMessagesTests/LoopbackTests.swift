import FoundationEssentials
import Testing
import WebMessages

@Suite struct LoopbackTests {
  @Test(arguments: [
    "localhost", "LocalHost", "shop.localhost", "127.0.0.1", "127.255.255.254", "::1", "[::1]",
    "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "[::FFFF:7f00:1]",
  ])
  func `a host that certainly is this machine is loopback`(host: String) throws {
    #expect(Loopback.contains(host: host))
    let isIPv6 = host.contains(":") && !host.hasPrefix("[")
    let url = try #require(URL(string: "http://\(isIPv6 ? "[\(host)]" : host):8080/v1"))
    #expect(Origin(url).mayCarryCredentials)
  }

  @Test(arguments: [
    // A resolver decides what these names mean.
    "localhost.", "shop.localhost.", "notlocalhost", "localhost.evil.test", "shop.test", "",
    "127.0.0.08", "127.0.0.256", "127.0.0.1.evil.test", "127.0.0.1.", "127.0.0", "127.1",
    "127.0.0.+1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "loc%61lhost",
    // Other machines, or any address.
    "0.0.0.0", "10.0.0.1", "128.0.0.1", "::", "::2", "::ffff:10.0.0.1", "[::]", "[::1", "fe80::1",
    "::1%lo", "[127.0.0.1]", "::127.0.0.1",
  ])
  func `any other host is not loopback`(host: String) {
    #expect(!Loopback.contains(host: host))
  }

  @Test(
    arguments: [
      ([127, 0, 0, 1], true), ([127, 8, 9, 10], true), ([10, 0, 0, 127], false),
      ([UInt8](repeating: 0, count: 15) + [1], true),
      ([UInt8](repeating: 0, count: 10) + [255, 255, 127, 0, 0, 1], true),
      ([UInt8](repeating: 0, count: 10) + [255, 255, 10, 0, 0, 1], false),
      ([UInt8](repeating: 0, count: 16), false), ([127], false), ([], false),
    ] as [([UInt8], Bool)])
  func `a loopback address is recognized by its bytes`(address: [UInt8], isLoopback: Bool) {
    #expect(Loopback.contains(address: address) == isLoopback)
  }

  @Test(arguments: [
    ("https://shop.test", true), ("HTTPS://shop.test:8443/a", true), ("http://shop.test", false),
    ("http://127.0.0.08", false), ("http://localhost:1", true), ("ftp://shop.test", false),
  ])
  func `credentials go over https or to this machine`(address: String, may: Bool) throws {
    #expect(Origin(try #require(URL(string: address))).mayCarryCredentials == may)
  }

  @Test(arguments: [
    ("https://Shop.test/a", "https://shop.test", "https://shop.test:443"),
    ("http://shop.test:8080", "http://shop.test:8080", "http://shop.test:8080"),
    ("http://shop.test:80/?b", "http://shop.test", "http://shop.test:80"),
  ])
  func `an origin is written with its port or without the usual one`(
    address: String, short: String, long: String
  ) throws {
    let origin = Origin(try #require(URL(string: address)))
    #expect(origin.description == short)
    #expect(origin.withPort == long)
  }

  @Test(arguments: ["http://[::1]:8080", "https://[2001:db8::1]"])
  func `an origin has the brackets of an address`(address: String) throws {
    #expect(Origin(try #require(URL(string: "\(address)/a"))).description == address)
  }
}
