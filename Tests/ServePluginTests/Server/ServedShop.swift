import FoundationEssentials
import HTTPTestClient
import SeashellTesting
import ShopBackend
@testable import WebServer

@testable import ServePlugin

/// A served shop with its own database file.
final class ServedShop: TestServer {
  let folder: TemporaryFolder
  let shop: Shop
  let server: ShopServer
  let port: Int
  let log: RecordLog

  /// The bytes of a new shop's file: copying it takes less time than creating one.
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
    port = try server.start().port
  }

  /// Serves a shop while a body runs.
  ///
  /// - Parameter products: the number of products; nil for the catalogue.
  static func serving(
    products: Int? = nil, clock: any Clock<Duration> = ContinuousClock(),
    _ change: (inout ShopServerSettings) -> Void = { _ in },
    _ body: (ServedShop) async throws -> Void
  ) async throws {
    var settings = ShopServerSettings()
    change(&settings)
    let served = try ServedShop(products: products, settings, clock: clock)
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await served.server.stop(within: .zero)
    try result.get()
  }

  /// Signs `demo` in.
  ///
  /// - Returns: the `Authorization` line.
  func authorization() async throws -> String {
    struct Grant: Decodable {
      let access_token: String
    }
    let reply = try await post("/v1/session", #"{"user":"demo","password":"demo"}"#)
    let grant = try JSONDecoder().decode(Grant.self, from: Data(reply.body))
    return "Authorization: Bearer \(grant.access_token)\r\n"
  }
}
