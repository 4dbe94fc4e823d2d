import HTTPTestClient
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellModules

@MainActor @Suite struct GatewayAddressTests {
  @Test func `Each lease has an address with 32 random bytes`() async throws {
    let gateway = Gateway(try ShellHarness(StubTransport(json: "{}")).context)
    var keys: Set<String> = []
    var leases: [GatewayLease] = []
    for number in 0..<50 {
      let lease = try await gateway.open(for: "m\(number)", allowing: [])
      let (_, path) = try GatewayFixture.place(of: lease)
      #expect(path.utf8.count == 1 + 43)
      #expect(
        path.dropFirst().allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
        })
      keys.insert(path)
      leases.append(lease)
    }
    #expect(keys.count == 50)
    for lease in leases { lease.close() }
    await gateway.stopping?.value
  }

  @Test func `the gateway answers 404 without a valid key`() async throws {
    let gateway = try await GatewayFixture(["* /**", "events"])
    let key = gateway.base.dropFirst()
    let last = key.last == "A" ? "B" : "A"
    for target in [
      "/", "/api/products", "/events", "/\(key.dropLast())/api/a", "/\(key)A/api/a",
      "/\(key.dropLast())\(last)/api/a", "//\(key)/api/a", "/%\(key)/api/a", "/?\(key)",
      "/\(key.lowercased())-/events", "*", "http://127.0.0.1:\(gateway.port)\(gateway.base)/api/a",
      "\(gateway.base)/api/a#b",
    ] {
      let reply = try await gateway.request("GET", target).reply()
      #expect(reply.status == 404, "\(target)")
      #expect(reply.body.isEmpty)
    }
    #expect(try await gateway.send("GET", "/api/a").status == 200)
    await gateway.close()
  }

  @Test func `A key gives the rights of its own module only`() async throws {
    let gateway = try await GatewayFixture(["GET /products"])
    let other = try await gateway.gateway.open(
      for: "other", allowing: [try GatewayRule(parsing: "GET /users")])
    let (port, base) = try GatewayFixture.place(of: other)
    #expect(port == gateway.port)
    #expect(try await gateway.request("GET", base + "/api/users").reply().status == 200)
    let refused = try await gateway.request("GET", base + "/api/products").reply()
    #expect(refused.status == 403)
    #expect(refused.text.contains("the module 'other' may not GET /products"))
    other.close()
    #expect(try await gateway.request("GET", base + "/api/users").reply().status == 404)
    #expect(try await gateway.send("GET", "/api/products").status == 200)
    await gateway.close()
  }

  @Test(arguments: ["localhost", "evil.test", "127.0.0.1", "127.0.0.1:1", "[::1]"])
  func `the gateway refuses another host name, even with the key`(_ host: String) async throws {
    let transport = StubTransport(json: "{}")
    let gateway = try await GatewayFixture(["GET /**"], transport: transport)
    let target = gateway.base + "/api/a"
    #expect(try await gateway.request("GET", target, host: host).reply().status == 421)
    let withPort = "localhost:\(gateway.port)"
    #expect(try await gateway.request("GET", target, host: withPort).reply().status == 421)
    #expect(transport.requests.isEmpty)
    await gateway.close()
  }

  @Test(arguments: ["http://evil.test", "null", "http://127.0.0.1"])
  func `the gateway refuses requests from a web page`(_ origin: String) async throws {
    let transport = StubTransport(json: "{}")
    let gateway = try await GatewayFixture(["* /**"], transport: transport)
    for method in ["GET", "POST", "OPTIONS"] {
      let reply = try await gateway.send(method, "/api/a", headers: "Origin: \(origin)\r\n")
      #expect(reply.status == 403)
      #expect(reply.headers["Access-Control-Allow-Origin"] == nil)
    }
    #expect(transport.requests.isEmpty)
    await gateway.close()
  }

  @Test(arguments: ["", "/", "/apis", "/event", "/events/", "/API/products"])
  func `an unknown path of the gateway gets 404 with the known ones`(_ path: String)
    async throws
  {
    let gateway = try await GatewayFixture(["* /**", "events"])
    let reply = try await gateway.send("GET", path)
    #expect(reply.status == 404)
    #expect(
      reply.text
        == #"{"error":{"status":3,"code":"not_found","message":"the gateway has /api/PATH, which "#
        + #"leads to the API, and /events"}}"#)
    await gateway.close()
  }

  @Test(arguments: [
    ("PUT", "/events", "GET, POST"),
    ("FETCH", "/api/a", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
  ])
  func `an unknown method is refused with the known ones`(
    _ method: String, _ path: String, _ allowed: String
  ) async throws {
    let gateway = try await GatewayFixture(["* /**", "events"])
    let reply = try await gateway.send(method, path)
    #expect(reply.status == 405)
    #expect(reply.headers["Allow"] == allowed)
    await gateway.close()
  }

  @Test func `closing the last lease ends the gateway's server`() async throws {
    let gateway = try await GatewayFixture(["GET /**"])
    await gateway.close()
    await #expect(throws: (any Error).self) { try await gateway.send("GET", "/api/a") }
    let again = try await gateway.gateway.open(
      for: "hello", allowing: [try GatewayRule(parsing: "GET /**")])
    let (port, base) = try GatewayFixture.place(of: again)
    #expect(base != gateway.base)
    let connection = try RawConnection(port: port)
    await connection.send("GET \(base)/api/a HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(try await connection.reply().status == 200)
    again.close()
    await gateway.gateway.stopping?.value
  }
}
