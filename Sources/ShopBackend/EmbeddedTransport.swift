package import WebAPI

/// Carries requests to a shop inside this process: no network, no server.
///
/// Only the address's path and query are looked at, so any host will do.
package struct EmbeddedTransport: Transport {
  private let shop: Shop

  /// Makes a transport; the database is opened at the first request.
  ///
  /// - Parameter path: the database's file.
  package init(database path: String) {
    self.init(shop: Shop(database: path))
  }

  /// Makes a transport to a shop.
  package init(shop: Shop) {
    self.shop = shop
  }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await shop.respond(to: request)
  }
}
