import WebMessages

/// Hands a message to the client's transport.
struct TransportStep {
  let transport: any Transport
  let home: Origin

  /// - Throws: ``FailedTry``, or `CancellationError` if the task was cancelled.
  func send(_ message: HTTPRequest, _ request: APIRequest) async throws -> HTTPResponse {
    do {
      return try await transport.send(message)
    } catch {
      throw FailedTry.error(error, of: request, home: home)
    }
  }
}
