import WebMessages

/// Hands a message to the client's transport.
struct TransportStep {
  let transport: any Transport
  let home: Origin

  /// - Throws: ``FailedTry``, or `CancellationError` if the task was cancelled.
  func send(_ message: HTTPRequest, _ request: APIRequest) async throws -> HTTPResponse {
    // Checked here, since from here on a cancelled write may have been sent.
    try Task.checkCancellation()
    do {
      return try await transport.send(message)
    } catch {
      throw FailedTry.error(error, of: request, home: home)
    }
  }
}
