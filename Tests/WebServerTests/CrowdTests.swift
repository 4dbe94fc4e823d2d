import HTTPTestClient
import TestSupport
import Glibc
import SeashellTesting
import Testing

@testable import WebServer

@Suite("A server at its limits", .mayBlock)
struct CrowdTests {
  @Test func `a server stops while too many clients connect, a thousand times`() async throws {
    var settings = HTTPServerSettings()
    (settings.host, settings.maximumConnections) = ("127.0.0.2", 2)
    for _ in 0..<1_000 {
      let server = HTTPServer(settings)
      let port = try server.start { _ in EchoServer.handler() }.port
      func connect() throws -> RawConnection {
        try RawConnection(port: port, address: 0x7F00_0002)
      }
      let clients = try (0..<4).map { _ in try connect() }
      #expect(await server.stop(within: .zero) == 0)
      #expect(throws: RawConnection.ConnectionError.self) { try connect() }
      withExtendedLifetime(clients) {}
    }
  }

  @Test func `a full server closes the longest idle connection for a new one`() async throws {
    try await EchoServer.serving({ $0.maximumConnections = 4 }) { served in
      var held: [RawConnection] = []
      for _ in 0..<4 {
        held.append(try served.connect())
        await held[held.count - 1].ask("/v1/products/p-1")
        #expect(try await held[held.count - 1].reply().status == 200)
      }
      #expect(try await served.get("/v1/products/p-2").status == 200)
      #expect(await held[0].end() == "")
      await held[3].ask("/v1/products/p-3")
      #expect(try await held[3].reply().status == 200)
    }
  }

  @Test func `a full server closes a stream for a new connection`() async throws {
    try await EchoServer.serving({ $0.maximumConnections = 4 }) { served in
      var held: [RawConnection] = []
      for _ in 0..<4 {
        held.append(try served.connect())
        await held[held.count - 1].ask("/stream")
        #expect(try await held[held.count - 1].text(through: "\r\n\r\n").contains(" 200 "))
      }
      #expect(try await served.get("/v1/products/p-1").status == 200)
    }
  }

  @Test
  func `a full server closes an incomplete request for a new connection, but not one in flight`()
    async throws
  {
    let clock = ManualClock()
    try await EchoServer.serving(
      clock: clock, delay: .seconds(600), { $0.maximumConnections = 2 }
    ) { served in
      let asking = try served.connect()
      await asking.ask("/v1/products/p-1")
      await clock.sleepers(1)
      let slow = try served.connect()
      await slow.send("POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
      let new = try served.connect()
      await new.ask("/v1/products/p-2")
      #expect(await slow.end() == "")
      await clock.sleepers(2)
      clock.advance(by: .seconds(600))
      #expect(try await asking.reply().status == 200)
      #expect(try await new.reply().status == 200)
    }
  }

  @Test func `a thousand idle connections do not keep a client out`() async throws {
    try await EchoServer.serving({ $0.maximumConnections = 1_000 }) { served in
      let held = try (0..<1_000).map { _ in try served.connect() }
      #expect(try await served.get("/v1/products/p-1").status == 200)
      withExtendedLifetime(held) {}
    }
  }

  @Test func `a client that hangs up during a request is gone, beside an idle one`()
    async throws
  {
    try await EchoServer.serving { served in
      let idle = try served.connect()
      let clients = try (0..<20).map { _ in try served.connect() }
      for client in clients {
        await client.send(
          "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
      }
      for client in clients { client.hangUp() }
      #expect(await served.log.records(20).map(\.status) == Array(repeating: 0, count: 20))
      #expect(
        served.server.load.requestBytes.available == served.server.settings.maximumRequestBytes)
      await idle.ask("/v1/products/p-1")
      #expect(try await idle.reply().status == 200)
    }
  }

  @Test func `a stopping server rejects incomplete requests without waiting for them`()
    async throws
  {
    try await EchoServer.serving { served in
      let head = "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
      let clients = [try served.connect(), try served.connect()]
      await clients[0].send(head + "Expect: 100-continue\r\n\r\n")
      _ = try await clients[0].text(through: "\r\n\r\n")
      await clients[1].send(head + "X: ")
      // Its response comes after the bytes above, since one thread reads both.
      #expect(try await served.get("/v1/products/p-1").status == 200)
      #expect(await served.server.stop(within: .seconds(600)) == 0)
      for client in clients {
        let answer = await client.end()
        #expect(answer.hasPrefix("HTTP/1.1 503"))
        #expect(answer.contains(#""code":"stopping""#))
      }
    }
  }

  @Test func `a stopping server does not wait for a client that does not read`() async throws {
    try await EchoServer.serving { served in
      let client = try await served.neverRead("/v1/products?size=15000")
      #expect(await served.server.stop(within: .seconds(600)) == 1)
      client.hangUp()
    }
  }

  @Test func `unread responses are limited, and do not keep others out for long`()
    async throws
  {
    let list = "/v1/products?size=200000"
    try await EchoServer.serving({ ($0.maximumResponseBytes, $0.idleSeconds) = (512 << 10, 600) }) {
      served in
      #expect(try await served.get(list).body.count == 200_000)
      let clients = try await withThrowingTaskGroup(of: RawConnection.self) { group in
        for _ in 0..<8 { group.addTask { try await served.neverRead(list) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // While these clients use up the budget, others get 503, but small responses are still sent.
      var refused = try await served.get(list)
      while refused.status == 200 { refused = try await served.get(list) }
      #expect(refused.status == 503)
      #expect(refused.text.contains(#""code":"too_many_answers""#))
      #expect(try await served.get("/v1/products/p-1").status == 200)
      try await until { try await served.get(list).status == 200 }
      withExtendedLifetime(clients) {}
    }
  }
}

extension EchoServer {
  /// Connects a client that sends requests and reads nothing, until the server stops reading them.
  fileprivate func neverRead(_ target: String) async throws -> RawConnection {
    let connection = try RawConnection(port: port, window: 4_096)
    await connection.sendUntilBlocked("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return connection
  }
}
