import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Sends the request and reads its response, whatever its status.
  ///
  /// The client's hooks run once each, around everything else. The events of a response are posted
  /// after the second hook, which may have changed it. A 401 is recovered from at most once by the
  /// client's authorizer, and the request is then sent once more. Reads follow redirects, without
  /// credentials once these leave the client's own service. Reads, and writes with an
  /// `Idempotency-Key`, are sent again after failures that may pass, as ``APIClient/retries`` says.
  ///
  /// - Returns: the response with its whole body.
  /// - Throws: what a hook or the authorizer throws; `CancellationError` if the task was cancelled;
  ///   ``APIError`` `invalid` if the request cannot be sent as it is, `unconnected` if the service
  ///   was not reached, `limit` if a limit was exceeded, otherwise `unavailable`.
  public func response(on client: any APIClient) async throws -> APIResponse {
    try await Pipeline(client.snapshot).first.send(self)
  }

  /// Sends the request and returns as soon as the response's head was received, whatever its
  /// status.
  ///
  /// Works as ``response(on:)``, with three exceptions: the client's hook for responses is not
  /// called, nothing is stored, and nothing is sent again once the body has begun.
  ///
  /// - Parameter isEndless: whether the body never ends by itself, like that of a feed.
  public func stream(on client: any APIClient, isEndless: Bool = false) async throws -> APIStream {
    let client = client.snapshot
    let head = try await Pipeline(client).first.stream(self, isEndless: isEndless)
    return APIStream(head, of: client, isEndless: isEndless)
  }
}
