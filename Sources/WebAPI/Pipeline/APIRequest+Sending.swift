import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Sends the request and returns its response, whatever the status.
  ///
  /// - The client's hooks run once each: the first before the request is sent, the second on the
  ///   final response. The client posts its events after the second hook.
  /// - After a 401, the client's authorizer may renew the credentials once; the request is then sent
  ///   once more.
  /// - A request for the client's own service gets ``APIClient/additions``.
  /// - Reads follow redirects. A request that is redirected to another origin loses its credentials.
  /// - Reads are retried after temporary failures, as ``APIClient/retries`` says; writes only if no byte
  ///   of them was sent, or the service carries them out only once: see ``retry``.
  /// - The client's ``APIClient/deferral`` may keep a write, to send it later.
  ///
  /// - Returns: the response with its whole body.
  /// - Throws: what a hook, the authorizer or the deferral throws; `CancellationError` if the task was cancelled;
  ///   ``APIError`` `invalid` if the request is not valid, `unconnected` if the service was not
  ///   reached, `limit` if a limit was exceeded, otherwise `unavailable`.
  public func response(on client: any APIClient) async throws -> APIResponse {
    let client = client.snapshot
    return try await Pipeline(client).first.send(addressed(to: client))
  }

  /// The request with what a client adds to it.
  private func addressed(to client: APIClientSnapshot) -> APIRequest {
    guard !client.additions.isEmpty || !additions.isEmpty else { return self }
    var request = self
    request.additions = client.additions
    return request
  }

  /// Sends the request and returns as soon as the head of the response is received, whatever the
  /// status.
  ///
  /// Works like ``response(on:)``, with three exceptions: the client's hook for responses is not
  /// called, the response is not cached, and nothing is retried once the body has begun.
  ///
  /// - Parameter isEndless: whether the body never ends by itself, like that of a feed.
  public func stream(on client: any APIClient, isEndless: Bool = false) async throws -> APIStream {
    let client = client.snapshot
    let head = try await Pipeline(client).first.stream(addressed(to: client), isEndless: isEndless)
    return APIStream(head, of: client, isEndless: isEndless)
  }
}
