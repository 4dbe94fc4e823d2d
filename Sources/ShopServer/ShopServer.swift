package import ShopBackend
import WebMessages
package import WebServer

/// Where the shop is served, and how it misbehaves on purpose.
package struct ShopServerSettings: Sendable {
  /// The address at which the server listens, and its limits.
  package var http = HTTPServerSettings()

  /// The delay before each response.
  package var delay = Duration.zero

  /// The share of requests that get 503, from 0 to 1.
  package var failureRate = 0.0

  /// Creates settings that serve this machine, on a port that the system chooses.
  package init() {
    http.maximumBody = Shop.maximumBody
  }
}

/// The shop over HTTP.
package final class ShopServer: Sendable {
  let shop: Shop
  let http: HTTPServer
  private let settings: ShopServerSettings
  private let clock: any Clock<Duration>
  private let failures: FailurePlan

  /// Creates a server, which listens once it is started.
  ///
  /// - Parameters:
  ///   - shop: the shop to serve.
  ///   - clock: measures delays, and the bound of ``stop(within:)``.
  ///   - log: receives a record of each request when it is over. It is called on the server's thread, so
  ///     it must not block.
  package init(
    _ shop: Shop, _ settings: ShopServerSettings = ShopServerSettings(),
    clock: any Clock<Duration> = ContinuousClock(),
    log: (@Sendable (AccessRecord) -> Void)? = nil
  ) {
    self.shop = shop
    self.settings = settings
    self.clock = clock
    http = HTTPServer(settings.http, clock: clock, log: log)
    failures = FailurePlan(rate: settings.failureRate)
  }

  /// Starts to serve, which a server can do once.
  ///
  /// - Returns: the address at which it listens.
  /// - Throws: `HTTPServerError` if it cannot listen.
  @discardableResult
  package func start() throws(HTTPServerError) -> ListeningAddress {
    try http.start { address in
      let hosts = HostPolicy(address)
      return { [self] request, respond in handle(request, hosts, respond) }
    }
  }

  /// Stops the server, as `HTTPServer` does, and ends the shop's event streams.
  ///
  /// - Parameter bound: how long the shop may still work on its responses.
  /// - Returns: the number of requests that were cut off.
  @discardableResult
  package func stop(within bound: Duration = .seconds(10)) async -> Int {
    await http.stop(within: bound) { shop.endEventStreams() }
  }

  /// Passes a request to the shop.
  private func handle(
    _ request: ReceivedRequest, _ hosts: HostPolicy,
    _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) -> Task<Void, Never>? {
    guard let authority = hosts.authority(for: request.headers["Host"]) else {
      respond(Self.misdirected.response)
      return nil
    }
    guard let method = HTTPMethod(rawValue: request.method) else {
      respond(
        Shop.respond(
          toMethod: request.method, target: request.target, headers: request.headers))
      return nil
    }
    guard let url = request.url(authority: authority) else {
      respond(HTTPProblem.badTarget.response)
      return nil
    }
    guard !failures.failsNext() else {
      respond(Self.intendedFailure.response)
      return nil
    }
    let message = HTTPRequest(
      method: method, url: url, headers: request.headers, body: request.body)
    let delay = settings.delay > .zero ? settings.delay : nil
    // Immediate: the request goes from this thread to the shop's, with no other thread between them.
    return Task.immediate { [shop, clock] in
      await shop.respond(to: message, after: delay, clock: clock) { response in
        respond(response ?? HTTPProblem.stopping.response)
      }
    }
  }

  private static let misdirected = HTTPProblem(
    status: 421, code: "misdirected", title: "Misdirected request",
    detail: "This server serves this machine only, and does not answer to that host name.")

  private static let intendedFailure = HTTPProblem(
    status: 503, code: "failed_on_purpose", title: "Service unavailable",
    detail: "The server was told to fail some requests (--fail); nothing was changed.")
}
