import FoundationEssentials
package import WebMessages

/// Carries requests over HTTP with libcurl, which is opened at the first one.
///
/// One thread of its own drives every transfer. It is started at the first request, and ends when
/// nobody holds the transport, or a body that came through it, any more. Connections are kept and
/// used again; redirects are not followed; nothing is remembered from one request to the next.
///
/// What fails is told in a sentence that names host and port, never the path, the query or a header
/// field.
package final class CurlTransport: Transport {
  private let settings: TransportSettings
  private let userAgent: String?
  private let proxies: @Sendable () -> CurlProxy
  private let loop = CurlLoop(CurlEngine.run)

  /// Makes a transport; nothing is opened yet.
  ///
  /// - Parameter userAgent: the field `User-Agent` of requests that do not set their own.
  package convenience init(
    _ settings: TransportSettings = TransportSettings(), userAgent: String? = nil
  ) {
    self.init(settings, userAgent: userAgent, proxies: { .current })
  }

  /// Makes a transport.
  ///
  /// - Parameter proxies: gives the proxies; called for each request.
  init(
    _ settings: TransportSettings, userAgent: String? = nil,
    proxies: @escaping @Sendable () -> CurlProxy
  ) {
    self.settings = settings
    self.userAgent = userAgent
    self.proxies = proxies
  }

  deinit {
    loop.stop()
  }

  /// Sends a request and returns once the response's head has come.
  ///
  /// A response that is small and comes at once is given with its body whole. Any other body is read
  /// from the network as it is asked for; a body that is dropped ends its transfer.
  ///
  /// - Throws: ``TransportError``, `CancellationError`, or what the request's body throws. The body
  ///   of the response throws the same.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let exchange = CurlExchange(
      request, to: try CurlTarget(of: request), settings: settings,
      userAgent: userAgent, proxies: proxies())
    let head = try await head(of: exchange)
    if let data = head.data {
      return HTTPResponse(status: head.status, headers: head.headers, body: HTTPBody(data))
    }
    let reader = CurlBodyReader(exchange, of: self)
    return HTTPResponse(
      status: head.status, headers: head.headers,
      body: HTTPBody(count: head.bodyCount) { try await reader.next() })
  }

  /// Starts an exchange and waits for its head, on the caller's own actor: the closure has to capture
  /// it, or else it would go to the pool and back.
  private func head(
    of exchange: CurlExchange, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CurlResponseHead {
    try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { waiter in
        exchange.response.wait(forHead: waiter)
        exchange.upload?.start { [loop] in loop.submit(.feed(exchange)) }
        loop.submit(.start(exchange))
      }
    } onCancel: {
      end(exchange, with: CancellationError())
    }
  }

  /// Ends an exchange whose caller wants no more of it.
  func end(_ exchange: CurlExchange, with error: any Error) {
    exchange.response.fail(error)
    loop.submit(.end(exchange))
  }

  /// Goes on with an exchange whose reader has made room.
  func resume(_ exchange: CurlExchange) {
    loop.submit(.resume(exchange))
  }
}

/// Reads an answer's body for the one who holds it; dropping it ends the transfer.
///
/// It holds the transport, so that an answer outlives whoever asked for it.
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

  func next() async throws -> Data? {
    if Task.isCancelled {
      transport.end(exchange, with: CancellationError())
      throw CancellationError()
    }
    switch exchange.response.look() {
    case .piece(let data, let makesRoom):
      if makesRoom { transport.resume(exchange) }
      return data
    case .end: return nil
    case .failure(let error): throw error
    case .nothing: break
    }
    return try await piece()
  }

  /// Waits for the next piece, on the caller's own actor: the closure has to capture it, or else it
  /// would go to the pool and back.
  private func piece(isolation: isolated (any Actor)? = #isolation) async throws -> Data? {
    try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { waiter in
        if exchange.response.wait(forPiece: waiter) { transport.resume(exchange) }
      }
    } onCancel: {
      transport.end(exchange, with: CancellationError())
    }
  }
}
