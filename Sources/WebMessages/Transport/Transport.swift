/// Sends requests to a web service and returns its responses.
///
/// A transport knows nothing about sessions, retries or JSON. Cancelling the task that waits for it
/// ends the transfer.
public protocol Transport: Sendable {
  /// Sends a request and returns once the response's head was received.
  ///
  /// - Throws: ``TransportError`` if no response came, `CancellationError` if the task was
  ///   cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Whether a network lies between the client and the service.
  ///
  /// Without one, retries and stored responses bring nothing: the client sends each request once
  /// and stores no response.
  var crossesNetwork: Bool { get }
}

extension Transport {
  /// Returns true.
  public var crossesNetwork: Bool { true }
}
