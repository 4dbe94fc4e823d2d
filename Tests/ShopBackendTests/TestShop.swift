import CoreSQLite
import FoundationEssentials
import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import ShopBackend

/// A shop with a database file of its own, and the requests of its clients.
struct TestShop {
  static let json: HTTPHeaders = ["Content-Type": "application/json"]

  /// The number of products of the catalogue.
  static let stock = (try? Catalogue.products().count) ?? 0

  let folder: TemporaryFolder
  let time = ManualTime()
  let transport: EmbeddedTransport

  var path: String { folder.file("shop.db") }

  /// The bytes of a new shop's file: copying it takes less time than creating one.
  private static let made = Result {
    let folder = try TemporaryFolder()
    _ = try ShopStorage(path: folder.file("shop.db"))
    return try Data(contentsOf: URL(filePath: folder.file("shop.db")))
  }

  /// Creates a shop.
  ///
  /// - Parameter isMade: whether its file exists already.
  init(isMade: Bool = true) throws {
    folder = try TemporaryFolder()
    if isMade { try Self.made.get().write(to: URL(filePath: folder.file("shop.db"))) }
    transport = Self.transport(to: folder.file("shop.db"), time)
  }

  /// Creates another shop with the same file.
  init(beside other: TestShop) {
    folder = other.folder
    transport = Self.transport(to: other.path, other.time)
  }

  static func transport(to path: String, _ time: ManualTime) -> EmbeddedTransport {
    EmbeddedTransport(shop: Shop(database: path, clock: { time.now }, uptime: { time.uptime }))
  }

  func send(
    _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: String? = nil,
    token: String? = nil
  ) async throws -> Reply {
    try await send(
      method, path, headers: headers, data: body.map { Data($0.utf8) }, token: token)
  }

  func send(
    _ method: HTTPMethod, _ path: String, headers: HTTPHeaders, data: Data?, token: String?
  ) async throws -> Reply {
    let url = try #require(URL(string: "http://shop.test\(path)"))
    var headers = headers
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let response = try await transport.send(
      HTTPRequest(method: method, url: url, headers: headers, body: data.map { HTTPBody($0) }))
    return Reply(
      status: response.status, headers: response.headers,
      body: try await response.body.collect(upTo: .max))
  }

  func get(_ path: String) async throws -> Reply {
    try await send(.get, path)
  }

  func post(
    _ path: String, _ body: String, token: String? = nil, key: String? = nil
  ) async throws -> Reply {
    var headers = Self.json
    headers["Idempotency-Key"] = key
    return try await send(.post, path, headers: headers, body: body, token: token)
  }

  func logIn() async throws -> Grant {
    try await post("/v1/session", #"{"user":"demo","password":"demo"}"#).decoded()
  }

  func refresh(_ token: String) async throws -> Reply {
    try await post("/v1/session/refresh", #"{"refresh_token":"\#(token)"}"#)
  }

  /// Reads the shop's database directly.
  func inspect<Result>(_ sql: String, row: (Row) throws -> Result) throws -> Result? {
    try Database(path: path).first(sql, row: row)
  }

  func run(_ sql: String) throws {
    try Database(path: path).execute(sql)
  }
}

/// A time that only a test advances.
final class ManualTime: Sendable {
  private let seconds = Mutex((date: 1_767_225_600, uptime: 0))

  /// Seconds since 1970.
  var now: Int { seconds.withLock { $0.date } }

  /// The seconds of a monotonic clock.
  var uptime: Int { seconds.withLock { $0.uptime } }

  func advance(by count: Int) {
    seconds.withLock { seconds in
      seconds.date += count
      seconds.uptime += count
    }
  }

  /// Sets the date back, as a user or a time server may.
  func setBack(by count: Int) {
    seconds.withLock { $0.date -= count }
  }
}
