import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct OriginTests {
  static func environment(_ name: String, _ address: String) throws -> APIEnvironment {
    try APIEnvironment(name, address, version: "v1")
  }

  @Test(arguments: [
    ("other", "https://shop.example"),
    // The same name at another address, as after a change of the configuration.
    ("test", "https://shop.example"), ("test", "https://localhost"),
    ("test", "http://localhost:81"),
    ("test", "http://127.0.0.1"),
  ])
  func `tokens never go to an origin that did not give them`(name: String, address: String)
    async throws
  {
    let bench = try await SessionBench.signedIn()
    bench.client.environment = try Self.environment(name, address)
    #expect(try await bench.products() == 401)
    for line in ["session status", "session refresh", "session logout"] {
      #expect(await bench.run(line).status == (name == "test" && line.hasSuffix("logout") ? 0 : 4))
    }
    for request in bench.transport.requests.dropFirst() {
      #expect(request.headers["Authorization"] == nil)
      #expect(request.body == nil)
    }
  }

  @Test func `an origin is the same in all its spellings`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.client.environment = try Self.environment("test", "HTTP://LocalHost:80/")
    #expect(try await bench.products() == 200)
  }

  @Test func `a request made before a switch gets no token of the new one`()
    async throws
  {
    let bench = try await SessionBench.signedIn()
    let (shop, client) = (bench.shop, bench.client)
    let (first, other) = (client.environment, try Self.environment("other", "https://shop.example"))
    client.environment = other
    try await bench.signIn()
    client.environment = first
    shop.intercept { request in
      guard request.url.path() == "/v1/products" else { return nil }
      // The user chooses another environment while the request is running.
      client.environment = other
      return StubShop.json(401, "")
    }
    #expect(try await bench.products() == 401)
    #expect(bench.paths == ["POST /v1/session", "POST /v1/session", "GET /v1/products"])
    #expect(shop.renewed.count == 0)
  }

  @Test func `each environment has its own session`() async throws {
    let bench = try await SessionBench.signedIn()
    let first = bench.client.environment
    bench.client.environment = try Self.environment("we..ird", "https://shop.example/api/")
    try await bench.signIn()
    #expect(
      bench.transport.requests.last?.url.absoluteString == "https://shop.example/api/v1/session")
    #expect(bench.folder.kept("we%2E%2Eird")?.contains("access-secret-2") == true)
    #expect(bench.folder.kept()?.contains("access-secret-1") == true)
    #expect(await bench.run("session logout").status == 0)
    bench.client.environment = first
    #expect(bench.folder.kept() != nil)
  }

  @Test(arguments: [
    ("https://Api.Example", "https://api.example:443"),
    ("HTTP://api.example/v1?x=1#y", "http://api.example:80"),
    ("http://api.example:8080", "http://api.example:8080"),
  ])
  func `an origin is scheme, host and port`(address: String, origin: String) throws {
    #expect(try #require(URL(string: address)).origin == origin)
  }
}
