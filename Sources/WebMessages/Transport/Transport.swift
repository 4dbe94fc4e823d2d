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

  /// Whether a network is between the client and the service.
  ///
  /// Without one no failure passes by being tried again, and an answer is at hand as soon as a stored
  /// one: the client then sends everything once, and stores nothing.
  var crossesNetwork: Bool { get }
}

extension Transport {
  /// There is a network.
  public var crossesNetwork: Bool { true }
}
