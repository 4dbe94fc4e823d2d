import HTTPTestClient
import TestSupport
import SeashellTesting
import Testing

@testable import WebServer

@Suite("A server that starts and stops", .mayBlock)
struct EndingTests {
  @Test func `a stopping server finishes requests in flight, and accepts no new ones`() async throws
  {
    let clock = ManualClock()
    try await EchoServer.serving(
      clock: clock, delay: .seconds(5), { $0.host = "127.0.0.3" }
    ) { served in
      func connect() throws -> RawConnection {
        try RawConnection(port: served.port, address: 0x7F00_0003)
      }
      let connection = try connect()
      await connection.ask("/v1/products/p-1")
      await clock.sleepers(1)
      async let cut = served.server.stop(within: .seconds(60))
      // The second sleeper is the time limit.
      await clock.sleepers(2)
      #expect(throws: RawConnection.ConnectionError.self) { try connect() }
      clock.advance(by: .seconds(5))
      let reply = try await connection.reply()
      #expect(reply.status == 200)
      #expect(await connection.end() == "")
      #expect(await cut == 0)
    }
  }

  @Test func `a stopping server cuts off a request that exceeds the time limit`() async throws {
    let clock = ManualClock()
    try await EchoServer.serving(clock: clock, delay: .seconds(600)) { served in
      let connection = try served.connect()
      await connection.ask("/v1/products/p-1")
      await clock.sleepers(1)
      async let cut = served.server.stop(within: .seconds(10))
      await clock.sleepers(2)
      clock.advance(by: .seconds(10))
      #expect(await cut == 1)
      #expect(!(await connection.end()).contains("200 OK"))
    }
  }

  @Test func `a stopping server closes idle connections`() async throws {
    try await EchoServer.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products/p-1")
      #expect(try await connection.reply().status == 200)
      #expect(await served.server.stop() == 0)
      #expect(await connection.end() == "")
    }
  }

  @Test func `a server reports that its port is in use`() async throws {
    try await EchoServer.serving { served in
      var settings = HTTPServerSettings()
      settings.port = served.port
      let second = HTTPServer(settings)
      let error = #expect(throws: HTTPServerError.self) {
        try second.start { _ in EchoServer.handler() }
      }
      #expect(error?.code == .inUse)
      #expect(error?.message == "port \(served.port) is already in use")
      #expect(await second.stop() == 0)
    }
  }

  @Test func `a server starts on the port of one that has stopped`() async throws {
    var port = 0
    try await EchoServer.serving { served in
      port = served.port
      let reply = try await served.get("/v1/products/p-1")
      #expect(reply.status == 200)
    }
    try await EchoServer.serving({ $0.port = port }) { served in
      let reply = try await served.get("/v1/products/p-1")
      #expect(reply.status == 200)
    }
  }

  @Test(arguments: [("no.such.host.invalid", HTTPServerError.Code.host), ("192.0.2.1", .host)])
  func `a server reports that a host is not this machine's`(
    host: String, code: HTTPServerError.Code
  )
    async throws
  {
    var settings = HTTPServerSettings()
    settings.host = host
    let server = HTTPServer(settings)
    let error = #expect(throws: HTTPServerError.self) {
      try server.start { _ in EchoServer.handler() }
    }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.5.5.5", true), ("localhost", true), ("::1", true), ("[::1]", true),
    ("0.0.0.0", false), ("::", false), ("192.0.2.1", false),
  ])
  func `a server recognizes the loopback hosts`(host: String, isLoopback: Bool) throws {
    #expect(try HTTPServer.isLoopback(host) == isLoopback)
  }

  @Test(arguments: [
    String(repeating: "/", count: 30_000), "/" + String(repeating: "\u{301}", count: 15_000),
  ])
  func `a server logs a limited part of method and target`(text: String) {
    let record = AccessRecord(
      time: 0, client: "127.0.0.1", method: text, target: text, status: 200, bytes: 5,
      duration: .zero)
    #expect(record.target.unicodeScalars.count == AccessRecord.longestTarget + 1)
    #expect(record.method.unicodeScalars.count == AccessRecord.longestMethod + 1)
  }

  @Test func `a stop with a time limit of zero ends`() async {
    for _ in 0..<2_000 {
      let counter = InFlightCounter()
      counter.enter()
      #expect(await !counter.waitUntilZero(within: .zero, clock: ContinuousClock()))
    }
  }

  @Test func `a stop waits for what is in flight, also in a cancelled task`() async {
    let counter = InFlightCounter()
    counter.enter()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await counter.waitUntilZero(within: .seconds(3_600), clock: ContinuousClock())
    }
    task.cancel()
    for _ in 1...20 { await Task.yield() }
    counter.leave()
    #expect(await task.value)
  }

  @Test func `an access record is one line`() {
    let record = AccessRecord(
      time: 0, client: "127.0.0.1", method: "GET", target: "/" + String(repeating: "x", count: 500),
      status: 200, bytes: 5, duration: .milliseconds(12))
    #expect(
      record.line
        == "1970-01-01T00:00:00Z 127.0.0.1 GET /\(String(repeating: "x", count: 299))… 200 5 12ms")
  }
}
