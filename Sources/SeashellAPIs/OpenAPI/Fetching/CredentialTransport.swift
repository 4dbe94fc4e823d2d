import WebMessages

/// Creates a transport with these settings.
typealias TransportMaker = @Sendable (TransportSettings) -> any Transport

/// Sends the requests to one origin with a credential, and all others without it.
///
/// A redirect is a request of its own here, so one that leads to another origin does not get the credential.
struct CredentialTransport: Transport {
  /// The origin that gets the credential.
  let origin: Origin
  /// Sends requests without a credential.
  let base: any Transport
  /// Sends a request with the credential; gets ``base`` too.
  let authorized: @Sendable (HTTPRequest, any Transport) async throws -> HTTPResponse

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    Origin(request.url) == origin
      ? try await authorized(request, base) : try await base.send(request)
  }
}
