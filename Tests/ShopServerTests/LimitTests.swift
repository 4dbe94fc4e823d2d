import ShopBackend
import TestSupport
import Testing
import WebMessages

@testable import ShopServer

@Suite("What a server refuses", .timeLimit(.minutes(1)), .mayBlock)
struct LimitTests {
  @Test func `a body whose announced length is too long is refused before it comes`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Length: \(Shop.maximumBody + 1)\r\n\r\n")
      let reply = try await connection.reply()
      #expect(reply.status == 413)
      #expect(reply.text.contains(#""code":"too_large""#))
      #expect(await connection.end() == "")
    }
  }

  @Test func `a body in chunks that is too long is refused`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
      for _ in 0..<17 { await connection.send(chunk) }
      await connection.send("0\r\n\r\n")
      #expect(try await connection.reply().status == 413)
    }
  }

  @Test func `a body in chunks without an end is cut off`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "100000\r\n" + String(repeating: "x", count: 1 << 20) + "\r\n"
      var count = 0
      while count < 100, await connection.send(chunk) { count += 1 }
      #expect(count < 100)
    }
  }

  @Test func `the longest body is taken, whole and in chunks`() async throws {
    let body = #"{"user":"demo","password":"wrong"}"#
    let padding = String(repeating: " ", count: Shop.maximumBody - body.utf8.count)
    try await ServedShop.serving { served in
      let whole = try await served.post("/v1/session", body.dropLast() + padding + "}")
      #expect(whole.status == 401)
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      for byte in body { await connection.send("1\r\n\(byte)\r\n") }
      await connection.send("0\r\n\r\n")
      #expect(try await connection.reply().status == 401)
    }
  }

  @Test func `bodies that have no room beside others' are refused, and take none`() async throws {
    let body = #"{"user":"demo","password":"wrong"}"#
    try await ServedShop.serving({ $0.maximumBodies = 100_000 }) { served in
      let holder = try served.connect()
      await holder.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 80000\r\n\r\n\(String(repeating: " ", count: 79_000))")
      while served.server.bodies.isFree(21_001) { await Task.yield() }
      let refused = try await served.post(
        "/v1/session", body + String(repeating: " ", count: 60_000))
      #expect(refused.status == 503)
      #expect(refused.headers["Retry-After"] == "1")
      #expect(refused.text.contains(#""code":"too_many_bodies""#))
      #expect(try await served.post("/v1/session", body).status == 401)
      await holder.send(String(repeating: " ", count: 1_000 - body.utf8.count) + body)
      #expect(try await holder.reply().status == 401)
      while !served.server.bodies.isFree(100_000) { await Task.yield() }
    }
  }

  @Test(arguments: [
    "GET /v1/products?query=\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n",
  ])
  func `a head that is too long is refused, or the connection is closed`(request: String)
    async throws
  {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send(request)
      let answer = await connection.end()
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
      #expect(try await served.get("/v1/products/p-1").status == 200)
    }
  }

  @Test(arguments: [
    "nonsense\r\n\r\n", "GET\r\n\r\n", "GET /v1/products\r\n\r\n", "\0\0\0\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\n\r\n", "GET v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
    "GET /v1/pro ducts HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/caf\u{E9} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
      + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func `what is no request is refused, or the connection is closed`(request: String) async throws {
    try await ServedShop.serving({ $0.idleSeconds = 1 }) { served in
      let connection = try served.connect()
      await connection.send(request)
      let answer = await connection.end()
      #expect(
        answer.isEmpty || answer.hasPrefix("HTTP/1.1 400") || answer.hasPrefix("HTTP/1.0 400"))
      #expect(try await served.get("/v1/products/p-1").status == 200)
    }
  }

  @Test(arguments: ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "a b", "x/y"])
  func `another machine's name is refused`(host: String) async throws {
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
  func `this machine's names are the origin of what is named in the answer`(host: String)
    async throws
  {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.send("GET /v1/products HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      let link = try #require(try await connection.reply().headers["Link"])
      #expect(link.hasPrefix("<http://\(host.lowercased())/v1/products?"))
    }
  }

  @Test func `a request that is to fail does so before anything is changed`() async throws {
    try await ServedShop.serving({ $0.failures = 0.5 }) { served in
      var statuses: [Int] = []
      for _ in 0..<6 { statuses.append(try await served.get("/v1/products/p-1").status) }
      #expect(statuses == [200, 503, 200, 503, 200, 503])
    }
  }

  @Test(arguments: [
    (0.0, 0), (0.1, 10), (0.25, 25), (0.333, 33), (1.0, 100),
  ])
  func `as many requests fail as the rate says`(rate: Double, count: Int) {
    let plan = FailurePlan(rate: rate)
    #expect((0..<100).count { _ in plan.next() } == count)
  }
}
