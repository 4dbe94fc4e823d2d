import Testing
import HTTPTestClient
import TestSupport

@testable import WebServer

/// Requests that two programs could read differently are rejected, and nothing after them is handled.
@Suite("A request that is read strictly", .mayBlock)
struct StrictnessTests {
  private static let smuggled = "GET /v1/products/p-2 HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test(arguments: [
    "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 0\r\nContent-Length: 54",
    "Content-Length : 54", "Content-Length\t: 54", " Content-Length: 54",
    "Content-Length: 5, 5", "Content-Length: +5", "Content-Length: -5", "Content-Length: 0x5",
    "Content-Length: 5 4", "Content-Length:", "Content-Length: \u{B2}",
    "Content-Length: 9223372036854775808", "Content-Length: 18446744073709551616",
    "Content-Length: 0\r\n 54", "X: y\r\n\tContent-Length: 54",
    "Content-Length: 54\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 54",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: chun\u{212A}ed",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding : chunked", "Transfer-Encoding:", "Transfer-Encoding: \"chunked\"",
    "X: a\rContent-Length: 54", "X: a\nContent-Length: 54", "X: a\0b", "X\0: a", ": empty",
    "X(: a", "X\u{E9}: a", "no colon", "X: a\u{1B}[31m", "X: a\u{7F}",
    "Host: localhost", "Host: evil.example",
  ])
  func `a head with an ambiguous line is rejected, and the connection closed`(line: String)
    async throws
  {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\n\(line)\r\n\r\n\(Self.smuggled)")
      #expect(answer.isOnly(400), "\(answer.text)")
    }
  }

  @Test(arguments: [
    "POST /v1/session HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\n\r\n", "GET /v1/products HTTP/1.1\nHost: localhost\n\n",
    "GET  /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products  HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products HTTP/1.1 \r\nHost: localhost\r\n\r\n",
    "GET\t/v1/products\tHTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products\0/p-1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products\0HTTP/1.1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\nHost: localhost\0.evil.example\r\n\r\n",
    "GET /v1/products HTTP/1.1\r\nHost: \0\r\n\r\n",
    "GET /v1/products http/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/products\r\n\r\n", " GET /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "G\u{E9}T /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0",
  ])
  func `an ambiguous head is rejected, and the connection closed`(head: String) async throws {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(head + Self.smuggled)
      #expect(answer.isOnly(400), "\(answer.text)")
    }
  }

  @Test(arguments: [
    "5\nabcde\r\n0\r\n\r\n", "5\r\nabcde\n0\r\n\r\n", "5\r\nabcdef\r\n0\r\n\r\n", "\r\n",
    "0x5\r\nabcde\r\n0\r\n\r\n", "+5\r\nabcde\r\n0\r\n\r\n", " 5\r\nabcde\r\n0\r\n\r\n",
    "5 \r\nabcde\r\n0\r\n\r\n", "-1\r\n", "fffffffff\r\n", "10000000000000005\r\nabcde\r\n",
    "5;\nabcde\r\n0\r\n\r\n", "5;a\0b\r\nabcde\r\n0\r\n\r\n", "\u{665}\r\nabcde\r\n0\r\n\r\n",
    "0\r\nX\r\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX: y\n\r\n\r\n",
  ])
  func `ambiguous chunks are rejected, and the connection closed`(chunks: String) async throws {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
          + chunks + Self.smuggled)
      #expect(answer.isOnly(400), "\(answer.text)")
    }
  }

  @Test(arguments: [
    "5;name=value\r\n{\"use\r\n1D\r\nr\":\"demo\",\"password\":\"wrong\"}\r\n0\r\nX-Trailer: y\r\n\r\n",
    "022\r\n{\"user\":\"demo\",\"password\":\"wrong\"}\r\n00\r\n\r\n",
  ])
  func `valid chunks are accepted, and the next request is handled`(chunks: String)
    async throws
  {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      await connection.send(
        "\r\nPOST /v1/session HTTP/1.1\r\nhost:localhost\r\nTRANSFER-ENCODING:\t Chunked \r\n"
          + "Content-Type: application/json\r\n\r\n\(chunks)\(Self.smuggled)")
      #expect(try await connection.reply().text == #"{"user":"demo","password":"wrong"}"#)
      #expect(try await connection.reply().text == #"{"target":"/v1/products/p-2"}"#)
    }
  }

  @Test func `a client of HTTP 1.0 gets a response, and the connection is closed`() async throws {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(
        "GET /v1/products/p-1 HTTP/1.0\r\n\r\n\(Self.smuggled)")
      #expect(answer.isOnly(200), "\(answer.text)")
    }
  }

  @Test func `a client that expects 100 Continue gets it`() async throws {
    let body = #"{"user":"demo","password":"wrong"}"#
    try await EchoServer.serving { served in
      let connection = try served.connect()
      await connection.send(
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
      #expect(try await connection.text(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      await connection.send(body)
      #expect(try await connection.reply().text == body)
    }
  }

  @Test(arguments: [
    ("GET /v1/products HTTP/2.0\r\nHost: localhost\r\n\r\n", 505),
    ("GET /" + String(repeating: "x", count: 40_000), 414),
    ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 40_000), 431),
    ("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 200), 431),
  ])
  func `a head that is too long or too new is rejected once`(head: String, status: Int) async throws
  {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(head)
      #expect(answer.isOnly(status), "\(answer.text)")
    }
  }

  @Test func `a client that stops sending still gets every response`() async throws {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(Self.smuggled + Self.smuggled)
      #expect(answer.replies?.map(\.status) == [200, 200])
    }
  }

  @Test func `none of many requests is lost if the client stops sending`() async throws {
    try await EchoServer.serving { served in
      // More than the server reads in one call.
      let requests = String(repeating: Self.smuggled, count: 2_000)
      let answer = try await served.exchange(requests)
      #expect(answer.text.split(separator: "HTTP/1.1 200 OK").count == 2_000)
    }
  }

  @Test(arguments: [("close", true), ("x, Close ", true), ("closed", false), ("keep-alive", false)])
  func `a client may ask to close the connection`(value: String, ends: Bool) async throws {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(
        "GET /v1/products/p-1 HTTP/1.1\r\nHost: localhost\r\nConnection: \(value)\r\n\r\n"
          + Self.smuggled)
      #expect(answer.replies?.count == (ends ? 1 : 2))
    }
  }

  @Test(arguments: [
    "GET /\u{1B}[31m HTTP/1.1\r\n\r\n", "GET /\u{9B}31m HTTP/1.1\r\n\r\n",
    "GET /\u{202E}x HTTP/1.1\r\n\r\n", "G\u{7F}T / HTTP/1.1\r\n\r\n",
    "GET /v1/products?query=secret%1B#\u{1B} HTTP/1.1\r\n\r\n", "\u{85}\r\n\r\n",
  ])
  func `the log has no control characters and no query`(request: String) async throws {
    try await EchoServer.serving { served in
      let answer = try await served.exchange(request)
      #expect(answer.isOnly(400), "\(answer.text)")
      let line = await served.log.records(1)[0].line
      #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(line.debugDescription)")
      #expect(!line.contains("secret"))
    }
  }
}
