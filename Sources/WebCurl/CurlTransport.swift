import CCurl
import CoreLoop
import FoundationEssentials
public import WebMessages

/// Sends requests over HTTP with libcurl, which is opened at the first request.
///
/// All transfers run on the main actor, in the process's loop. Connections are kept and reused until the
/// transport and all bodies received through it are released; requests share nothing else. Redirects are not
/// followed.
///
/// Errors name the host and port, never the path, the query or a header field.
public final class CurlTransport: Transport {
  /// A transport with the default settings.
  public static let shared = CurlTransport()

  private let settings: TransportSettings
  private let userAgent: String?
  private let proxies: @Sendable () -> CurlProxy
  private let engine = CurlEngine()

  /// Creates a transport, without opening anything yet.
  ///
  /// - Parameters:
  ///   - settings: time limits and trusted certificates.
  ///   - userAgent: the field `User-Agent` of requests that do not set their own.
  public convenience init(
    _ settings: TransportSettings = TransportSettings(), userAgent: String? = nil
  ) {
    self.init(settings, userAgent: userAgent, proxies: { .current })
  }

  /// `proxies` is called for each request.
  init(
    _ settings: TransportSettings, userAgent: String? = nil,
    proxies: @escaping @Sendable () -> CurlProxy
  ) {
    self.settings = settings
    self.userAgent = userAgent
    self.proxies = proxies
  }

  deinit {
    engine.stop()
  }

  /// Sends a request, and returns when the response's head has arrived.
  ///
  /// A small response that arrives at once is returned with its whole body. Any other body is received while
  /// it is read; releasing it ends the transfer.
  ///
  /// - Throws: ``TransportError``, `CancellationError`, or what the request's body throws. The body of the
  ///   response throws the same. A write that is cancelled before it is sent throws `unconnected`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw unsentWrite(request) ?? CancellationError() }
    let exchange = CurlExchange(
      request, to: try CurlTarget(of: request), settings: settings,
      userAgent: userAgent, proxies: proxies())
    try CurlAddressCheck.checkProxy(of: exchange)
    let head = try await head(of: exchange)
    if let data = head.data {
      return HTTPResponse(status: head.status, headers: head.headers, body: HTTPBody(data))
    }
    let reader = CurlBodyReader(exchange, of: self)
    return HTTPResponse(
      status: head.status, headers: head.headers,
      body: HTTPBody(count: head.bodyCount) { try await reader.next() })
  }

  /// Starts a transfer and waits for the head on the caller's actor: without `isolation`, the closure would
  /// hop to the pool and back.
  private func head(
    of exchange: CurlExchange, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CurlResponseHead {
    try await withTaskCancellationHandler {
      _ = isolation
      exchange.upload?.start { [engine] in engine.submit(.feed(exchange)) }
      engine.submit(.start(exchange))
      return try await exchange.response.head.value()
    } onCancel: {
      exchange.response.fail(CancellationError(), unsent: unsentWrite(exchange.request))
      engine.submit(.end(exchange))
    }
  }

  /// The error of a write that is cancelled before it is sent; nil for other requests.
  private func unsentWrite(_ request: HTTPRequest) -> (any Error)? {
    guard request.method.isWrite else { return nil }
    return TransportError(.unconnected, reason: "it was cancelled before it was sent")
  }

  func end(_ exchange: CurlExchange, with error: any Error) {
    exchange.response.fail(error)
    engine.submit(.end(exchange))
  }

  func resume(_ exchange: CurlExchange) {
    engine.submit(.resume(exchange))
  }
}

/// Reads a response's body; releasing the reader ends the transfer.
///
/// It retains the transport, since the caller may already have released it.
private final class CurlBodyReader: Sendable {
  private let exchange: CurlExchange
  private let transport: CurlTransport

  init(_ exchange: CurlExchange, of transport: CurlTransport) {
    self.exchange = exchange
    self.transport = transport
  }

  deinit {
    if !exchange.response.isEnded { transport.end(exchange, with: CancellationError()) }
  }

  /// Returns the next piece, on the caller's actor: without `isolation`, the closure would hop to the pool and back.
  func next(isolation: isolated (any Actor)? = #isolation) async throws -> Data? {
    if Task.isCancelled {
      transport.end(exchange, with: CancellationError())
      throw CancellationError()
    }
    let (look, waiter) = exchange.response.next()
    if case .piece(_, makesRoom: true) = look { transport.resume(exchange) }
    if let outcome = look.outcome { return try outcome.get() }
    return try await withTaskCancellationHandler {
      _ = isolation
      return try await waiter.value()
    } onCancel: {
      transport.end(exchange, with: CancellationError())
    }
  }
}

/// The installed libcurl.
package enum CurlVersion {
  /// Opens libcurl and returns its version with that of its TLS library, such as `8.5.0 (OpenSSL/3.0.13)`.
  ///
  /// - Returns: the version, or why libcurl cannot be used.
  package static func read() -> (version: String?, problem: String?) {
    if let problem = ccurl_open() { return (nil, String(cString: problem)) }
    // The first word is libcurl's version, the second that of its TLS library.
    let words = String(cString: ccurl_version()).split(separator: " ")
    let version = words.first?.split(separator: "/").last.map(String.init)
    let security = words.dropFirst().first.map { " (\($0))" } ?? ""
    return (version.map { $0 + security }, nil)
  }
}
