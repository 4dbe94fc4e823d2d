package import WebMessages

/// Carries requests to a shop inside this process: no network, no server.
///
/// Only the address's path and query are looked at, so any host will do.
package struct EmbeddedTransport: Transport {
  private let shop: Shop

  /// Makes a transport; the database is opened at the first request.
  ///
  /// - Parameter path: the database's file.
  package init(database path: String) {
    self.init(shop: Shop(database: path, holdsAnswers: false))
  }

  /// Makes a transport to a shop.
  package init(shop: Shop) {
    self.shop = shop
  }

  /// There is none: the shop is in this process.
  package var crossesNetwork: Bool { false }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    if let body = request.body, body.data == nil {
      do {
        request.body = HTTPBody(try await body.collect(upTo: Shop.maximumBody))
      } catch let error as HTTPBodyTooLarge {
        // The shop itself says that it is too long.
        request.body = HTTPBody(count: error.maximum + 1) { nil }
      }
    }
    return try await shop.respond(to: request)
  }

  /// Tells what other processes do to the shop, until the task is cancelled.
  ///
  /// What happened before is not told, and neither is what came through this transport.
  ///
  /// - Parameters:
  ///   - interval: the time between two looks at the file.
  ///   - clock: what it goes by.
  ///   - take: is given what a look finds in batches, in their order, and then an empty one; the
  ///     next batch waits for it, others' requests do not.
  package func watch(
    every interval: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock(),
    _ take: @Sendable ([ShopChange]) async -> Void
  ) async {
    await shop.watch(every: interval, clock: clock, take)
  }
}
