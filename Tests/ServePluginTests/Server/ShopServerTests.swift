import FoundationEssentials
import HTTPTestClient
import SeashellTesting
import ShopBackend
import TestSupport
import Testing
import WebMessages
@testable import WebServer

@testable import ServePlugin

@Suite("The shop's server", .mayBlock)
struct ShopServerTests {
  @Test func `the server logs every request, without credentials`() async throws {
    try await ServedShop.serving { served in
      let authorization = try await served.authorization()
      _ = try await served.get("/v1/session?x=%1B[31m", headers: authorization)
      let records = await served.log.records(2)
      #expect(records.map(\.method) == ["POST", "GET"])
      #expect(records.map(\.target) == ["/v1/session", "/v1/session"])
      #expect(records.map(\.client) == ["127.0.0.1", "127.0.0.1"])
      #expect(records[0].status == 201)
      #expect(records[0].bytes > 100)
      let token = authorization.dropFirst("Authorization: Bearer ".count).dropLast(2)
      #expect(!records.map(\.line).joined().contains(token))
    }
  }

  @Test func `a cancelled creation of a database stops at once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("shop.db")
    let making = Task { try await Shop.makeDatabaseInBackground(at: path, products: 10_000_000) }
    await until { FileManager.default.fileExists(atPath: path) }
    making.cancel()
    await #expect(throws: CancellationError.self) { try await making.value }
  }

  @Test(arguments: ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "a b", "x/y"])
  func `the server rejects another machine's host name`(host: String) async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send("GET /v1/products HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      let reply = try await connection.reply()
      #expect(reply.status == 421)
      #expect(reply.headers["Link"] == nil)
    }
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:9", "127.0.0.1:1234", "127.9.9.9", "[::1]:80", "a.localhost",
  ])
  func `the server uses this machine's host names in its URLs`(host: String)
    async throws
  {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send("GET /v1/products HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      let link = try #require(try await connection.reply().headers["Link"])
      #expect(link.hasPrefix("<http://\(host.lowercased())/v1/products?"))
    }
  }

  @Test func `the server fails requests on purpose, evenly distributed`() async throws {
    try await ServedShop.serving({ $0.failureRate = 0.5 }) { served in
      var statuses: [Int] = []
      for _ in 0..<6 { statuses.append(try await served.get("/v1/products/p-1").status) }
      #expect(statuses == [200, 503, 200, 503, 200, 503])
    }
  }

  @Test(arguments: [
    (0.0, 0), (0.1, 10), (0.25, 25), (0.333, 33), (1.0, 100),
  ])
  func `the number of failed requests follows the rate`(rate: Double, count: Int) {
    let plan = FailurePlan(rate: rate)
    #expect((0..<100).count { _ in plan.failsNext() } == count)
  }
}
