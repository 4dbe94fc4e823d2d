import HTTPTestClient
import SeashellKit

import SeashellTesting
import Testing

@testable import SeashellModules

/// A gateway with one lease, and a client of it.
@MainActor
struct GatewayFixture {
  let harness: ShellHarness
  let gateway: Gateway
  let lease: GatewayLease
  let port: Int
  /// The path of the lease: `/KEY`.
  let base: String

  var bus: EventBus { harness.bus }

  init(
    _ rules: [String], module: String = "hello",
    transport: any Transport = StubTransport(json: "{}"),
    clock: any Clock<Duration> = ManualClock()
  ) async throws {
    harness = try ShellHarness(transport, clock: clock)
    gateway = Gateway(harness.context)
    lease = try await gateway.open(
      for: module, allowing: try rules.map { try GatewayRule(parsing: $0) })
    (port, base) = try Self.place(of: lease)
  }

  /// The port and the path of a lease's address.
  static func place(of lease: GatewayLease) throws -> (Int, String) {
    let parts = lease.address.split(separator: "/").map(String.init)
    try #require(parts.count == 3 && lease.address.hasPrefix("http://127.0.0.1:"))
    return (try #require(Int(parts[1].dropFirst("127.0.0.1:".count))), "/" + parts[2])
  }

  /// Sends a request under the lease's address on a connection of its own.
  func send(
    _ method: String = "GET", _ path: String, headers: String = "", body: String? = nil
  ) async throws -> RawReply {
    let connection = try await request(method, base + path, headers: headers, body: body)
    return try await connection.reply(hasBody: method != "HEAD")
  }

  /// Begins a request for a target, and returns its connection.
  func request(
    _ method: String = "GET", _ target: String, host: String? = nil, headers: String = "",
    body: String? = nil, window: Int32? = nil
  ) async throws -> RawConnection {
    let connection = try RawConnection(port: port, window: window)
    let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
    await connection.send(
      "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
        + "\(headers)\(length)\r\n\(body ?? "")")
    return connection
  }

  /// Begins to receive events.
  func listen(
    _ query: String = "", window: Int32? = nil
  ) async throws -> EventListener {
    let connection = try await request("GET", base + "/events" + query, window: window)
    let head = try await connection.text(through: "\r\n\r\n")
    try #require(head.hasPrefix("HTTP/1.1 200 "))
    try #require(head.contains("Content-Type: text/event-stream\r\n"))
    return EventListener(connection: connection)
  }

  /// Closes the lease, and waits for the server's end.
  func close() async {
    lease.close()
    await gateway.stopping?.value
  }
}

/// A client that reads server-sent events.
@MainActor
final class EventListener {
  let connection: RawConnection
  private var unread: ArraySlice<Substring> = []

  init(connection: RawConnection) {
    self.connection = connection
  }

  /// Reads the next event or comment, without its empty line; nil at the stream's end, also if it is cut.
  func next() async -> String? {
    while true {
      if let event = unread.popFirst() { return String(event) }
      guard let chunk = try? await connection.chunk() else { return nil }
      // A piece of the stream has whole events.
      unread = String(decoding: chunk, as: UTF8.self).split(separator: "\n\n")[...]
    }
  }
}
