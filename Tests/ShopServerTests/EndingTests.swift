import FoundationEssentials
import TestSupport
import SeashellTesting
import ShopBackend
import Testing

@testable import ShopServer

@Suite("A server that starts and ends", .timeLimit(.minutes(1)), .mayBlock)
struct EndingTests {
  @Test func `finishes what is under way, and takes nothing new`() async throws {
    let clock = ManualClock()
    try await ServedShop.serving(
      clock: clock, { ($0.host, $0.delay) = ("127.0.0.3", .seconds(5)) }
    ) { served in
      func connect() throws -> RawConnection {
        try RawConnection(port: served.port, address: 0x7F00_0003)
      }
      let connection = try connect()
      await connection.ask("/v1/products/p-1")
      await clock.sleepers(1)
      async let cut = served.server.stop(within: .seconds(60))
      // The bound's own wait.
      await clock.sleepers(2)
      #expect(throws: RawConnection.Failure.self) { try connect() }
      clock.advance(by: .seconds(5))
      let reply = try await connection.reply()
      #expect(reply.status == 200)
      #expect(await connection.end() == "")
      #expect(await cut == 0)
    }
  }

  @Test func `gives up what takes longer than the bound`() async throws {
    let clock = ManualClock()
    try await ServedShop.serving(clock: clock, { $0.delay = .seconds(600) }) { served in
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

  @Test func `closes connections on which nothing is asked`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products/p-1")
      #expect(try await connection.reply().status == 200)
      #expect(await served.server.stop() == 0)
      #expect(await connection.end() == "")
    }
  }

  @Test func `says that another program listens on the port`() async throws {
    try await ServedShop.serving { served in
      var settings = ShopServerSettings()
      settings.port = served.port
      let second = ShopServer(served.shop, settings)
      let error = #expect(throws: ShopServerError.self) { try second.start() }
      #expect(error?.code == .inUse)
      #expect(error?.message == "another program listens on port \(served.port) already")
      #expect(await second.stop() == 0)
    }
  }

  @Test func `starts again on the port of one that has ended`() async throws {
    var port = 0
    try await ServedShop.serving { served in
      port = served.port
      let reply = try await served.get("/v1/products/p-1")
      #expect(reply.status == 200)
    }
    try await ServedShop.serving({ $0.port = port }) { served in
      let reply = try await served.get("/v1/products/p-1")
      #expect(reply.status == 200)
    }
  }

  @Test(arguments: [("no.such.host.invalid", ShopServerError.Code.host), ("192.0.2.1", .host)])
  func `says that a host is none of this machine's`(host: String, code: ShopServerError.Code)
    async throws
  {
    let folder = try TemporaryFolder()
    var settings = ShopServerSettings()
    (settings.host, settings.port) = (host, 0)
    let server = ShopServer(Shop(database: folder.file("shop.db")), settings)
    let error = #expect(throws: ShopServerError.self) { try server.start() }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.5.5.5", true), ("localhost", true), ("::1", true), ("[::1]", true),
    ("0.0.0.0", false), ("::", false), ("192.0.2.1", false),
  ])
  func `knows which hosts are this machine's alone`(host: String, isLoopback: Bool) throws {
    #expect(try ShopServer.isLoopback(host) == isLoopback)
  }

  @Test func `tells its log of every request, and of no credentials`() async throws {
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

  @Test(arguments: [
    String(repeating: "/", count: 30_000), "/" + String(repeating: "\u{301}", count: 15_000),
  ])
  func `keeps no more of a request than it tells`(text: String) {
    let record = AccessRecord(
      time: 0, client: "127.0.0.1", method: text, target: text, status: 200, bytes: 5,
      duration: .zero)
    #expect(record.target.unicodeScalars.count == AccessRecord.longestTarget + 1)
    #expect(record.method.unicodeScalars.count == AccessRecord.longestMethod + 1)
  }

  @Test func `a bound that is over at once is not missed`() async {
    for _ in 0..<2_000 {
      let tally = InFlightCounter()
      tally.enter()
      #expect(await !tally.becomesZero(within: .zero, by: ContinuousClock()))
    }
  }

  @Test func `the making of a database is given up at once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("shop.db")
    let making = Task { try await ShopServer.makeDatabase(at: path, products: 10_000_000) }
    while !FileManager.default.fileExists(atPath: path) { await Task.yield() }
    making.cancel()
    await #expect(throws: CancellationError.self) { try await making.value }
  }

  @Test func `bounds what it tells of a target`() {
    let record = AccessRecord(
      time: 0, client: "127.0.0.1", method: "GET", target: "/" + String(repeating: "x", count: 500),
      status: 200, bytes: 5, duration: .milliseconds(12))
    #expect(
      record.line
        == "1970-01-01T00:00:00Z 127.0.0.1 GET /\(String(repeating: "x", count: 299))… 200 5 12ms")
  }
}
