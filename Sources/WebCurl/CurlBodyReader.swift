import FoundationEssentials
import WebMessages

/// Reads an answer's body for the one who holds it; dropping it ends the transfer.
///
/// It holds the transport, so that an answer outlives whoever asked for it.
final class CurlBodyReader: Sendable {
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
