import Testing
import HTTPTestClient
import TestSupport

@testable import WebServer

@Suite("A server's connections", .mayBlock)
struct ConnectionTests {
  @Test func `a connection handles one request after another`() async throws {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      for number in 1...20 {
        await connection.ask("/v1/products/p-\(number)")
        #expect(try await connection.reply().text == #"{"target":"/v1/products/p-\#(number)"}"#)
      }
    }
  }

  @Test func `a connection accepts requests before responses are read, and responds in order`()
    async throws
  {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      let requests = (1...50).map { "GET /v1/products/p-\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
      await connection.send(requests.joined())
      for number in 1...50 {
        #expect(try await connection.reply().text == #"{"target":"/v1/products/p-\#(number)"}"#)
      }
    }
  }

  @Test func `64 connections are served at the same time`() async throws {
    try await EchoServer.serving { served in
      let connections = try (0..<64).map { _ in try served.connect() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, connection) in connections.enumerated() {
          group.addTask {
            for _ in 0..<5 {
              await connection.ask("/v1/products/p-\(index % 50 + 1)")
              let reply = try await connection.reply()
              #expect(reply.status == 200)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `the number of connections is limited`() async throws {
    try await EchoServer.serving({ $0.maximumConnections = 4 }) { served in
      let held = try (0..<4).map { _ in try served.connect() }
      for connection in held {
        await connection.ask("/v1/products/p-1")
        #expect(try await connection.reply().status == 200)
      }
      let waiting = try served.connect()
      await waiting.ask("/v1/products/p-2")
      held[0].hangUp()
      // It is served or closed, but does not affect the others.
      _ = try? await waiting.reply()
      await held[1].ask("/v1/products/p-3")
      #expect(try await held[1].reply().status == 200)
    }
  }

  @Test(arguments: [
    "", "GET /v1/prod", "GET /v1/products HTTP/1.1\r\nHost: loc",
    "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
  ])
  func `a connection without a request is closed, and delays no others`(part: String) async throws {
    try await EchoServer.serving({ ($0.idleSeconds, $0.arrivalSeconds) = (2, 60) }) { served in
      let slow = try served.connect()
      await slow.send(part)
      #expect(try await served.get("/v1/products/p-1").status == 200)
      #expect(!(await slow.end()).contains("200 OK"))
    }
  }

  @Test func `a connection whose request takes too long is closed, even if bytes keep arriving`()
    async throws
  {
    try await EchoServer.serving({ ($0.idleSeconds, $0.arrivalSeconds) = (60, 1) }) { served in
      let slow = try served.connect()
      await slow.send("GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
      #expect(await slow.end() == "")
    }
  }

  @Test func `a connection may break at any time`() async throws {
    try await EchoServer.serving { served in
      for part in [
        "GET /v1/products?per_page=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{\"user\"",
        "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nab",
      ] {
        let connection = try served.connect()
        await connection.send(part)
        connection.hangUp()
      }
      #expect(try await served.get("/v1/products/p-1").status == 200)
    }
  }
}
