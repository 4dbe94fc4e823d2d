import ShopBackend
import Synchronization
import WebMessages
import WebServer

/// The server's address and limits, and the delays and failures to simulate.
struct ShopServerSettings: Sendable {
  /// The address at which the server listens, and its limits.
  var http = HTTPServerSettings()

  var delay = Duration.zero

  /// The fraction of requests that get 503, from 0 to 1.
  var failureRate = 0.0

  /// Creates settings that serve this machine only, on a port that the system chooses.
  init() {
    http.maximumBody = Shop.maximumBody
  }
}

/// Serves the shop over HTTP.
final class ShopServer: Sendable {
  let shop: Shop
  let http: HTTPServer
  private let settings: ShopServerSettings
  private let clock: any Clock<Duration>
  private let failures: FailurePlan

  /// Creates a server without starting it.
  ///
  /// - Parameters:
  ///   - shop: the shop to serve.
  ///   - clock: measures delays, and the bound of ``stop(within:)``.
  ///   - log: receives a record of each finished request, on the server's thread. It must not block.
  init(
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

  /// Starts listening and serving.
  ///
  /// A server can be started once.
  ///
  /// - Returns: the address at which it listens.
  /// - Throws: `HTTPServerError` if it cannot listen.
  @discardableResult
  func start() throws(HTTPServerError) -> ListeningAddress {
    try http.start { address in
      let hosts = HostPolicy(address)
      return { [self] request, respond in handle(request, hosts, respond) }
    }
  }

  /// Stops the server, as `HTTPServer` does, and ends the shop's event streams.
  ///
  /// - Parameter bound: the time limit for the shop's responses.
  /// - Returns: the number of requests cut off.
  @discardableResult
  func stop(within bound: Duration = .seconds(10)) async -> Int {
    await http.stop(within: bound) { shop.endEventStreams() }
  }

  private func handle(
    _ request: ReceivedRequest, _ hosts: HostPolicy,
    _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) -> Task<Void, Never>? {
    guard let authority = hosts.authority(for: request.headers["Host"]) else {
      respond(Self.misdirected.response)
      return nil
    }
    // The target of OPTIONS may be `*`, which no URL can express.
    guard let method = HTTPMethod(rawValue: request.method), method != .options else {
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
    // Start immediately, so that no third thread comes between this one and the shop's.
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
    detail: "The server fails some requests on purpose (--fail); nothing was changed.")
}

/// Decides which requests fail on purpose: evenly distributed, with the same pattern each time.
final class FailurePlan: Sendable {
  private let rate: Double
  private let count = Atomic<Int>(0)

  /// `rate` is the fraction that fails, from 0 to 1.
  init(rate: Double) {
    self.rate = min(max(rate, 0), 1)
  }

  /// Returns whether the next request fails: every fourth at a rate of 0.25.
  func failsNext() -> Bool {
    guard rate > 0 else { return false }
    let number = Double(count.wrappingAdd(1, ordering: .relaxed).newValue)
    return (number * rate).rounded(.down) > ((number - 1) * rate).rounded(.down)
  }
}
