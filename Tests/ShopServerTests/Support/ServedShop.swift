import FoundationEssentials
import SeashellTesting
import ShopBackend
import Synchronization
import WebMessages

@testable import ShopServer

/// A shop on a file of its own, that is served.
final class ServedShop: Sendable {
  let folder: TemporaryFolder
  let shop: Shop
  let server: ShopServer
  let port: Int
  let log: RecordLog

  /// A shop's file as it is made, so that not every test makes one.
  private static let made = Result {
    let folder = try TemporaryFolder()
    try Shop.makeDatabase(at: folder.file("shop.db"), products: 52)
    return try Data(contentsOf: URL(filePath: folder.file("shop.db")))
  }

  private init(
    products: Int?, _ settings: ShopServerSettings, clock: any Clock<Duration>
  ) throws {
    folder = try TemporaryFolder()
    if let products {
      try Shop.makeDatabase(at: folder.file("shop.db"), products: products)
    } else {
      try Self.made.get().write(to: URL(filePath: folder.file("shop.db")))
    }
    shop = Shop(database: folder.file("shop.db"))
    let log = RecordLog()
    self.log = log
    server = ShopServer(shop, settings, clock: clock) { log.add($0) }
    let authority = try server.start()
    port = Int(authority.drop { $0 != ":" }.dropFirst()) ?? 0
  }

  /// Serves a shop while a body runs.
  ///
  /// - Parameter products: how many products there are; nil for the embedded shop's own.
  static func serving(
    products: Int? = nil, clock: any Clock<Duration> = ContinuousClock(),
    _ change: (inout ShopServerSettings) -> Void = { _ in },
    _ body: (ServedShop) async throws -> Void
  ) async throws {
    var settings = ShopServerSettings()
    settings.port = 0
    change(&settings)
    let served = try ServedShop(products: products, settings, clock: clock)
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await served.server.stop(within: .zero)
    try result.get()
  }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Asks once, on a connection of its own.
  func get(_ target: String, headers: String = "") async throws -> RawReply {
    let connection = try connect()
    await connection.ask(target, headers: headers)
    return try await connection.reply()
  }

  func post(_ target: String, _ json: String, headers: String = "") async throws -> RawReply {
    let connection = try connect()
    await connection.send(
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(json.utf8.count)\r\n\(headers)\r\n\(json)")
    return try await connection.reply()
  }

  /// Signs `demo` in.
  ///
  /// - Returns: the line that authorizes.
  func authorization() async throws -> String {
    struct Grant: Decodable {
      let access_token: String
    }
    let reply = try await post("/v1/session", #"{"user":"demo","password":"demo"}"#)
    let grant = try JSONDecoder().decode(Grant.self, from: Data(reply.body))
    return "Authorization: Bearer \(grant.access_token)\r\n"
  }
}

/// What a server's log was told.
final class RecordLog: Sendable {
  private struct State {
    var records: [AccessRecord] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func add(_ record: AccessRecord) {
    let ready = state.withLock { state in
      state.records.append(record)
      let count = state.records.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Waits until there are so many records.
  func records(_ count: Int) async -> [AccessRecord] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.records.count < count { state.waiting.append((count, continuation)) }
        return state.records.count >= count
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { $0.records }
  }
}
