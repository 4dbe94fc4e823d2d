import FaultServer
import TestSupport
import Foundation
import Synchronization
import Testing
import WebMessages

@testable import WebCurl

/// Proxies between the client and a server.
@Suite(.mayBlock) struct ProxyTests {
  @Test func `the environment names the proxies`() throws {
    for (variables, address, expected) in [
      (["HTTP_PROXY": "http://p:1"], "http://shop.test/", "http://p:1"),
      (["http_proxy": "http://q:1", "HTTP_PROXY": "http://p:1"], "http://shop.test", "http://q:1"),
      (["HTTP_PROXY": "http://p:1"], "https://shop.test", nil),
      (["HTTPS_PROXY": "http://p:1"], "https://shop.test", "http://p:1"),
      (["https_proxy": "http://q:1", "HTTPS_PROXY": "p"], "https://shop.test", "http://q:1"),
      (["ALL_PROXY": "http://p:1"], "https://shop.test", "http://p:1"),
      (["HTTP_PROXY": ""], "http://shop.test", nil),
      // In a CGI program, HTTP_PROXY holds the value of a request's field `Proxy`.
      (["HTTP_PROXY": "http://p:1", "REQUEST_METHOD": "GET"], "http://shop.test", nil),
      (["http_proxy": "http://p:1", "REQUEST_METHOD": "GET"], "http://shop.test", "http://p:1"),
      (["HTTP_PROXY": "http://p:1", "NO_PROXY": "other,shop.test"], "http://shop.test", nil),
      (["HTTP_PROXY": "http://p:1", "NO_PROXY": ".test"], "http://shop.test", nil),
      (["HTTP_PROXY": "http://p:1", "NO_PROXY": "*"], "http://shop.test", nil),
      (["HTTP_PROXY": "http://p:1", "NO_PROXY": "op.test"], "http://shop.test", "http://p:1"),
      (
        ["HTTP_PROXY": "http://p:1", "NO_PROXY": "a", "no_proxy": "shop.test"], "http://shop.test",
        nil
      ),
      (["HTTP_PROXY": "http://p:1"], "http://127.0.0.1", nil),
      (["HTTP_PROXY": "http://p:1"], "http://localhost", nil),
      (["HTTP_PROXY": "http://p:1"], "http://[::1]", nil),
      (["HTTP_PROXY": "http://127.0.0.1:1"], "http://127.0.0.1", "http://127.0.0.1:1"),
      (["HTTP_PROXY": "[::1]:1"], "http://127.0.0.1", "[::1]:1"),
    ] as [([String: String], String, String?)] {
      let target = try CurlTarget(of: HTTPRequest(url: try #require(URL(string: address))))
      let proxy = CurlProxy { variables[$0] }
      #expect(proxy.address(for: target) == expected, "\(variables) \(address)")
    }
  }

  @Test func `a proxy is named without its password`() {
    #expect(CurlProxy.place(of: "http://u:p@w@proxy.test:3128/x") == "proxy.test:3128")
    #expect(CurlProxy.place(of: "proxy.test") == "proxy.test")
  }

  @Test func `a request over http goes completely through its proxy`() async throws {
    let proxy = try FaultServer(.json("[]"))
    let text = try await Self.transport(["HTTP_PROXY": proxy.url])
      .text("http://shop.test:81/v1/a?b=c")
    #expect(text == "[]")
    #expect(proxy.requests.map(\.target) == ["http://shop.test:81/v1/a?b=c"])
    #expect(proxy.requests[0].header("Host") == "shop.test:81")
  }

  @Test func `a request over https goes through a tunnel, hidden from the proxy`() async throws {
    let server = try FaultServer(.json("[]"))
    let front = try TLSFront(server)
    let proxy = try FaultServer { _ in
      FaultAnswer(
        FaultAnswer.raw("HTTP/1.1 200 Go\r\nX-Proxy: 1\r\n\r\n").steps + [.tunnel(front.port)])
    }
    let transport = Self.transport(["HTTPS_PROXY": proxy.url]) {
      $0.certificateAuthorities = front.certificate
    }
    let response = try await transport.get(
      front.url + "/secret", headers: ["Authorization": "Bearer t"])
    #expect(try await response.text() == "[]")
    #expect(response.headers["X-Proxy"] == nil)
    let request = try #require(proxy.requests.first)
    #expect(request.method == "CONNECT")
    #expect(request.target == "127.0.0.1:\(front.port)")
    #expect(request.header("Authorization") == nil)
    #expect(server.requests.first?.target == "/secret")
  }

  @Test func `a proxy that refuses is reported as a proxy`() async throws {
    let proxy = try FaultServer(.status(403))
    let error = await Self.transport(["HTTPS_PROXY": "http://u:hunter2@127.0.0.1:\(proxy.port)"])
      .failure("https://shop.test/")
    #expect(
      error
        == TransportError(
          .unconnected,
          reason: "the proxy 127.0.0.1:\(proxy.port) refuses to reach shop.test:443 (403)"))
  }

  @Test func `an unreachable proxy is reported as a proxy`() async throws {
    let port = try FaultServer.deadPort()
    let error = await Self.transport(["HTTP_PROXY": "http://u:hunter2@127.0.0.1:\(port)"])
      .failure("http://shop.test/")
    #expect(
      error
        == TransportError(
          .unconnected, reason: "the proxy 127.0.0.1:\(port) refused the connection"))
  }

  /// A transport with these environment variables.
  private static func transport(
    _ variables: [String: String], _ change: (inout TransportSettings) -> Void = { _ in }
  ) -> CurlTransport {
    var settings = TransportSettings()
    change(&settings)
    return CurlTransport(settings, proxies: { CurlProxy { variables[$0] } })
  }
}
