package import WebMessages

/// Sends requests to a shop in this process, without a network or a server.
///
/// Only a URL's path and query matter, not its host.
package struct EmbeddedTransport: Transport {
  private let shop: Shop

  /// Creates a transport.
  ///
  /// The database is opened at the first request.
  ///
  /// - Parameter path: the database.
  package init(database path: String) {
    self.init(shop: Shop(database: path, usesCache: false))
  }

  /// Creates a transport to a shop.
  package init(shop: Shop) {
    self.shop = shop
  }

  /// False, since the shop is in this process.
  package var crossesNetwork: Bool { false }

  /// Sends a request.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    if let body = request.body, body.data == nil {
      do {
        request.body = HTTPBody(try await body.collect(upTo: Shop.maximumBody))
      } catch let error as HTTPBodyTooLarge {
        // The shop reports that it is too long.
        request.body = HTTPBody(count: error.maximum + 1) { nil }
      }
    }
    return try await shop.respond(to: request)
  }

  /// Reports the changes that other processes make, until the task is cancelled.
  ///
  /// Earlier changes, and those of this transport's requests, are not reported.
  ///
  /// - Parameters:
  ///   - interval: the time between two polls of the database.
  ///   - clock: measures the time.
  ///   - report: receives the changes of a poll in batches, then an empty batch. The next batch waits for
  ///     it; requests do not.
  package func watch(
    every interval: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock(),
    _ report: @Sendable ([ShopChange]) async -> Void
  ) async {
    await shop.watch(every: interval, clock: clock, report)
  }
}
