import HTTPTestClient
import TestSupport
import Testing
import WebMessages

@testable import WebServer

@Suite("What a server rejects", .mayBlock)
struct LimitTests {
  @Test func `a server rejects a body with too large a length before it arrives`() async throws {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Length: \(HTTPServerSettings().maximumBody + 1)\r\n\r\n")
      let reply = try await connection.reply()
      #expect(reply.status == 413)
      #expect(reply.text.contains(#""code":"too_large""#))
      #expect(await connection.end() == "")
    }
  }

  @Test func `a server rejects a chunked body that is too long`() async throws {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
      for _ in 0..<17 { await connection.send(chunk) }
      await connection.send("0\r\n\r\n")
      #expect(try await connection.reply().status == 413)
    }
  }

  @Test func `a server closes the connection of an endless chunked body`() async throws {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "100000\r\n" + String(repeating: "x", count: 1 << 20) + "\r\n"
      var count = 0
      while count < 100, await connection.send(chunk) { count += 1 }
      #expect(count < 100)
    }
  }

  @Test func `a server accepts a body of the maximum length, whole or in chunks`() async throws {
    let body = #"{"user":"demo","password":"wrong"}"#
    let padding = String(repeating: " ", count: HTTPServerSettings().maximumBody - body.utf8.count)
    try await EchoServer.serving { served in
      let whole = try await served.post("/v1/session", body + padding)
      #expect(whole.text == body + padding)
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      for byte in body { await connection.send("1\r\n\(byte)\r\n") }
      await connection.send("0\r\n\r\n")
      #expect(try await connection.reply().text == body)
    }
  }

  @Test func `a server rejects a body that does not fit beside others, without reserving for it`()
    async throws
  {
    let body = #"{"user":"demo","password":"wrong"}"#
    try await EchoServer.serving({ $0.maximumRequestBytes = 100_000 }) { served in
      let holder = try served.connect()
      await holder.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 80000\r\n\r\n\(String(repeating: " ", count: 79_000))")
      await until { served.server.load.requestBytes.available <= 21_000 }
      let refused = try await served.post(
        "/v1/session", body + String(repeating: " ", count: 60_000))
      #expect(refused.status == 503)
      #expect(refused.headers["Retry-After"] == "1")
      #expect(refused.text.contains(#""code":"too_many_bodies""#))
      #expect(try await served.post("/v1/session", body).text == body)
      await holder.send(String(repeating: " ", count: 1_000 - body.utf8.count) + body)
      #expect(try await holder.reply().body.count == 80_000)
      await until { served.server.load.requestBytes.available >= 100_000 }
    }
  }

  @Test(arguments: [
    "GET /v1/products?query=\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n",
  ])
  func `a server rejects a head that is too long, or closes the connection`(request: String)
    async throws
  {
    try await EchoServer.serving { served in
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
  func `a server rejects a malformed request, or closes the connection`(request: String)
    async throws
  {
    try await EchoServer.serving({ $0.idleSeconds = 1 }) { served in
      let connection = try served.connect()
      await connection.send(request)
      let answer = await connection.end()
      #expect(
        answer.isEmpty || answer.hasPrefix("HTTP/1.1 400") || answer.hasPrefix("HTTP/1.0 400"))
      #expect(try await served.get("/v1/products/p-1").status == 200)
    }
  }

}
