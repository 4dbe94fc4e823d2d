package import WebMessages

/// Sends requests to a shop in this process, without a network or a server.
///
/// It ignores a URL's scheme and host.
package struct EmbeddedTransport: Transport {
  private let shop: Shop

  package init(database path: String) {
    self.init(shop: Shop(database: path, usesCache: false))
  }

  init(shop: Shop) {
    self.shop = shop
  }

  /// Returns false, since the shop is in this process.
  package var crossesNetwork: Bool { false }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    if let body = request.body, body.data == nil {
      do {
        request.body = HTTPBody(try await body.collect(upTo: Shop.maximumBody))
      } catch let error as HTTPBodyTooLarge {
        // A longer body than the maximum, which the shop then rejects.
        request.body = HTTPBody(count: error.maximum + 1) { nil }
      }
    }
    return try await shop.respond(to: request)
  }

  /// Returns where a watch begins, so that it reports each change that is made after the return.
  package func beginWatch() -> WatchStart { ChangeReader.start(path: shop.path) }

  /// Reports later changes by other processes, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - start: where the watch has begun; by default it begins when it first reads.
  ///   - interval: the time from a change of the database's file to reading it.
  ///   - clock: measures the time.
  ///   - report: receives a poll's changes in batches, then an empty batch. It may be slow, since requests
  ///     do not wait for it.
  package func watch(
    from start: WatchStart? = nil, every interval: Duration = .milliseconds(200),
    clock: any Clock<Duration> = ContinuousClock(),
    _ report: @Sendable ([FeedEvent]) async -> Void
  ) async {
    await shop.watch(from: start, every: interval, clock: clock, report)
  }
}
