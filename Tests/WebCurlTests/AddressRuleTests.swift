import FaultServer
import TestSupport
import Foundation
import Testing
import WebMessages

@testable import WebCurl

/// A transport that connects only to public addresses and named hosts, tested on this machine alone.
@Suite(.mayBlock) struct AddressRuleTests {
  /// A transport for a user who has named some hosts.
  private func transport(
    naming hosts: Set<String>, proxies variables: [String: String] = [:]
  ) -> CurlTransport {
    var settings = TransportSettings()
    settings.addresses = .public(allowingHosts: hosts)
    return CurlTransport(settings, proxies: { CurlProxy { variables[$0] } })
  }

  /// Spellings of this machine that untrusted texts may contain, with the address in the error.
  ///
  /// Addresses that would leave the machine if the rule failed, such as NAT64's, are in `AddressScopeTests`.
  private static let spellings = [
    ("127.0.0.1", "127.0.0.1"), ("127.0.0.2", "127.0.0.2"), ("2130706433", "127.0.0.1"),
    ("0x7f.1", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"),
    ("0", "0.0.0.0"), ("[::1]", "::1"), ("[::]", "::"),
    ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"), ("[::ffff:7f00:1]", "::ffff:127.0.0.1"),
  ]

  @Test(arguments: spellings)
  func `an address of this machine is refused however it is written`(host: String, address: String)
    async throws
  {
    let server = try FaultServer(.json("[]"))
    let url = "http://\(host):\(server.port)/secret?key=hunter2"
    let error = try #require(await transport(naming: ["shop.test"]).failure(url))
    #expect(error.code == .unconnected && error.isLasting)
    #expect(error.reason.hasPrefix("did not connect to "))
    #expect(error.reason.contains("its address \(address) is "))
    #expect(error.reason.hasSuffix("; to allow it, type a URL with this host"))
    #expect(!error.reason.contains("secret") && !error.reason.contains("hunter2"))
    #expect(server.record.opened == 0)
  }

  @Test(arguments: ["localhost", "shop.localhost", "LOCALHOST", "loc%61lhost"])
  func `a host name is checked by its resolved address`(host: String) async throws {
    let server = try FaultServer(.json("[]"))
    let error = try #require(
      await transport(naming: ["127.0.0.1", "::1"]).failure("http://\(host):\(server.port)"))
    #expect(error.reason.contains(" is loopback; "), "\(error.reason)")
    #expect(error.isLasting)
    #expect(server.record.opened == 0)
  }

  @Test func `the address rule's error is one sentence with the host and its address`() async throws
  {
    let server = try FaultServer(.json("[]"))
    let error = await transport(naming: []).failure(server.url)
    #expect(
      error
        == TransportError(
          .unconnected,
          reason: "did not connect to 127.0.0.1:\(server.port): its address 127.0.0.1 is loopback;"
            + " to allow it, type a URL with this host",
          isLasting: true))
  }

  @Test(arguments: ["127.0.0.1", "localhost", "LocalHost", "127.0.0.2"])
  func `a named host is reached at any address`(host: String) async throws {
    // No server listens on 127.0.0.2: the machine refuses the connection, not the rule.
    let server = try FaultServer(.json("[]"))
    let transport = transport(naming: [host.lowercased()])
    let url = "http://\(host):\(server.port)"
    guard host == "127.0.0.2" else {
      #expect(try await transport.text(url) == "[]")
      return
    }
    let error = await transport.failure(url)
    #expect(error?.reason == "127.0.0.2:\(server.port) refused the connection")
  }

  @Test func `each request on a transport is checked by its own host`() async throws {
    let server = try FaultServer(.json("[]"))
    let transport = transport(naming: ["127.0.0.1"])
    for _ in 0..<5 {
      #expect(try await transport.text(server.url) == "[]")
      #expect(await transport.failure("http://localhost:\(server.port)")?.isLasting == true)
      #expect(await transport.failure("http://2130706433:\(server.port)")?.isLasting == true)
    }
    // A kept connection to the named host is not used for any other name.
    #expect(server.requests.count == 5)
    #expect(server.record.opened == 1)
  }

  @Test func `concurrent requests are each checked`() async throws {
    let server = try FaultServer(.json("[]"))
    let transport = transport(naming: ["127.0.0.1"])
    let results = await withTaskGroup(of: (Bool, Bool).self) { group in
      for number in 0..<40 {
        let isNamed = number % 2 == 0
        let url = isNamed ? server.url : "http://localhost:\(server.port)"
        group.addTask { (isNamed, await transport.failure(url) == nil) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 40)
    for (isNamed, hasCome) in results { #expect(isNamed == hasCome) }
    #expect(server.requests.count == 20)
  }

  @Test func `without an address rule every address is reached`() async throws {
    let server = try FaultServer(.json("[]"))
    for host in ["127.0.0.1", "localhost", "2130706433", "0.0.0.0"] {
      #expect(try await CurlTransport().text("http://\(host):\(server.port)") == "[]")
    }
  }

  @Test func `a proxy serves only named hosts`() async throws {
    let proxy = try FaultServer(.json("[]"))
    let transport = transport(naming: ["shop.test"], proxies: ["ALL_PROXY": proxy.url])
    #expect(try await transport.text("http://shop.test/a") == "[]")
    #expect(proxy.requests.map(\.target) == ["http://shop.test/a"])
    for url in ["http://other.test/", "https://other.test/"] {
      let error = try #require(await transport.failure(url))
      let port = url.hasPrefix("https") ? 443 : 80
      #expect(
        error
          == TransportError(
            .unconnected,
            reason: "cannot check the address of other.test:\(port) through the proxy"
              + " 127.0.0.1:\(proxy.port); type a URL with this host, or add it to NO_PROXY",
            isLasting: true))
    }
    #expect(proxy.requests.count == 1)
  }

  @Test func `the address rule applies to probes too`() async throws {
    let server = try FaultServer(.json("[]"))
    var settings = TransportSettings()
    settings.addresses = .public(allowingHosts: ["localhost"])
    let probe = CurlProbe(settings, userAgent: "test/1", limit: .seconds(5))
    let refused = await probe.get(try #require(URL(string: server.url)), accept: "*/*")
    #expect(refused.status == nil)
    #expect(refused.error?.contains("its address 127.0.0.1 is loopback") == true)
    #expect(server.record.opened == 0)
    let url = try #require(URL(string: "http://localhost:\(server.port)"))
    #expect(await probe.get(url, accept: "*/*").status == 200)
  }
}
