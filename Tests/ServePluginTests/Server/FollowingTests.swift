import HTTPTestClient
import SeashellTesting
import TestSupport
import ShopBackend
import Testing
@testable import WebServer

@testable import ServePlugin

@Suite("Following a served shop's events", .mayBlock)
struct FollowingTests {
  private func follow(_ served: ServedShop, after id: String? = nil) async throws -> RawConnection {
    let connection = try served.connect()
    await connection.ask(
      "/v1/events", headers: id.map { "Last-Event-ID: \($0)\r\n" } ?? "")
    let head = try await connection.text(through: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200"))
    #expect(head.contains("Content-Type: text/event-stream\r\n"))
    #expect(head.contains("Cache-Control: no-store\r\n"))
    return connection
  }

  /// Reads pieces until one ends a text.
  private func text(from connection: RawConnection, through end: String) async throws -> String {
    var all = ""
    while !all.hasSuffix(end) {
      guard let chunk = try await connection.chunk() else { break }
      all += String(decoding: chunk, as: UTF8.self)
    }
    return all
  }

  private func review(_ served: ServedShop, _ authorization: String) async throws {
    let reply = try await served.post(
      "/v1/products/p-7/reviews", #"{"rating":5,"comment":"Good"}"#, headers: authorization)
    #expect(reply.status == 201)
  }

  @Test func `a served change is sent to every event stream`() async throws {
    try await ServedShop.serving { served in
      let authorization = try await served.authorization()
      let (first, second) = (try await follow(served), try await follow(served))
      for connection in [first, second] {
        #expect(
          try await text(from: connection, through: "id: 0\n\n") == "retry: 1000\n\nid: 0\n\n")
      }
      try await review(served, authorization)
      for connection in [first, second] {
        let events = try await text(from: connection, through: "}\n\n")
        #expect(
          events == """
            event: api.data.inserted
            id: 1
            data: {"resource":"products/p-7/reviews","id":"r-215"}


            """)
      }
    }
  }

  @Test func `another process's change is sent to event streams`() async throws {
    try await ServedShop.serving { served in
      let connection = try await follow(served)
      _ = try await text(from: connection, through: "id: 0\n\n")
      let beside = Shop(database: served.folder.file("shop.db"))
      let server = ShopServer(beside)
      let raw = try RawConnection(port: try server.start().port)
      let authorization = try await served.authorization()
      let body = #"{"rating":1,"comment":"Elsewhere"}"#
      await raw.send(
        "POST /v1/products/p-2/reviews HTTP/1.1\r\nHost: localhost\r\n\(authorization)"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(try await raw.reply().status == 201)
      #expect(
        try await text(from: connection, through: "}\n\n").contains(#""products/p-2/reviews""#))
      await server.stop(within: .zero)
    }
  }

  @Test func `a served event stream continues after the client's last event`() async throws {
    try await ServedShop.serving { served in
      let authorization = try await served.authorization()
      for _ in 0..<3 { try await review(served, authorization) }
      let connection = try await follow(served, after: "1")
      let events = try await text(from: connection, through: #""r-217"}"# + "\n\n")
      #expect(!events.contains("id: 1\n"))
      #expect(events.contains("id: 2\n"))
      #expect(events.contains("id: 3\n"))
      #expect(!events.contains("invalidated"))
    }
  }

  @Test func `a served event stream ends at once when the server stops`() async throws {
    try await ServedShop.serving { served in
      let connection = try await follow(served)
      _ = try await text(from: connection, through: "id: 0\n\n")
      #expect(await served.server.stop(within: .seconds(60)) == 0)
      #expect(try await connection.chunk() == nil)
      #expect(await connection.end() == "")
    }
  }

  @Test func `a served event stream ends when the client hangs up`() async throws {
    try await ServedShop.serving { served in
      let connection = try await follow(served)
      _ = try await text(from: connection, through: "id: 0\n\n")
      connection.hangUp()
      #expect(await served.log.records(1).map(\.target) == ["/v1/events"])
    }
  }

  @Test func `HEAD of the event stream ends at once`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/events", method: "HEAD")
      #expect(try await connection.reply(hasBody: false).status == 200)
      await connection.ask("/v1/products/p-1")
      #expect(try await connection.reply().status == 200)
    }
  }
}
