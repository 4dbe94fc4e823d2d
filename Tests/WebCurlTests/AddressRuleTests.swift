import FaultServer
import TestSupport
import Foundation
import Testing
import WebMessages

@testable import WebCurl

/// A transport that connects to public addresses and to hosts that were named, on this machine alone.
@Suite(.mayBlock) struct AddressRuleTests {
  /// A transport for which a user has named some hosts.
  private func transport(
    naming hosts: Set<String>, proxies variables: [String: String] = [:]
  ) -> CurlTransport {
    var settings = TransportSettings()
    settings.addresses = .public(allowingHosts: hosts)
    return CurlTransport(settings, proxies: { CurlProxy { variables[$0] } })
  }

  /// Spellings of this machine, as texts from outside may have them, and the address in the error.
  ///
  /// Those that would leave the machine if the rule failed, such as NAT64's, are in `AddressScopeTests`.
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
  func `a name is judged by the address that it leads to`(host: String) async throws {
    let server = try FaultServer(.json("[]"))
    let error = try #require(
      await transport(naming: ["127.0.0.1", "::1"]).failure("http://\(host):\(server.port)"))
    #expect(error.reason.contains(" is loopback; "), "\(error.reason)")
    #expect(error.isLasting)
    #expect(server.record.opened == 0)
  }

  @Test func `the whole error is one sentence with the host and its address`() async throws {
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
  func `a host that was named is reached wherever it is`(host: String) async throws {
    // 127.0.0.2 is nobody's: it is refused by the machine, not by the rule.
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

  @Test func `each request is judged by its own host, on one transport`() async throws {
    let server = try FaultServer(.json("[]"))
    let transport = transport(naming: ["127.0.0.1"])
    for _ in 0..<5 {
      #expect(try await transport.text(server.url) == "[]")
      #expect(await transport.failure("http://localhost:\(server.port)")?.isLasting == true)
      #expect(await transport.failure("http://2130706433:\(server.port)")?.isLasting == true)
    }
    // A kept connection of the named host serves no other name.
    #expect(server.requests.count == 5)
    #expect(server.record.opened == 1)
  }

  @Test func `many requests at once are each judged`() async throws {
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

  @Test func `without a rule every address is reached`() async throws {
    let server = try FaultServer(.json("[]"))
    for host in ["127.0.0.1", "localhost", "2130706433", "0.0.0.0"] {
      #expect(try await CurlTransport().text("http://\(host):\(server.port)") == "[]")
    }
  }

  @Test func `a proxy serves only hosts that were named`() async throws {
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

  @Test func `a probe is judged too`() async throws {
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
