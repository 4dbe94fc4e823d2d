/// Carries requests to a web service and brings its responses back.
///
/// A transport knows nothing of sessions, retries or JSON. Cancelling the task that awaits it ends
/// the exchange.
public protocol Transport: Sendable {
  /// Sends a request and returns once the response's head has come.
  ///
  /// - Throws: ``TransportError`` where no response came, `CancellationError` where the task was
  ///   cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
