import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Sends the request and returns its response, whatever the status.
  ///
  /// - The client's hooks run once each: the first before the request is sent, the second on the final
  ///   response. The client posts its events after the second hook.
  /// - After a 401, the client's authorizer may renew the credentials once; the request is then sent once
  ///   more.
  /// - A request for the client's own service gets ``APIClient/additions``.
  /// - Reads follow redirects. A request that is redirected to another origin loses its credentials.
  /// - Reads are retried after temporary failures, as ``APIClient/retries`` says. Writes are retried only if
  ///   no byte was sent, or the service carries them out only once: see ``retry``.
  /// - The client's ``APIClient/deferral`` may keep a write, to send it later.
  ///
  /// - Returns: the response with its whole body.
  /// - Throws: what a hook, the authorizer or the deferral throws; `CancellationError` if the task was
  ///   cancelled; ``APIError`` `invalid` if the request is not valid, `unconnected` if the service was not
  ///   reached, `limit` if a limit was exceeded, otherwise `unavailable`.
  public func response(on client: any APIClient) async throws -> APIResponse {
    let client = client.snapshot
    do {
      let request = try await keyed(by: client.settings)
      guard needs(client.settings.additions) else {
        return try await Pipeline(client).first.send(request)
      }
      return try await Pipeline(client).first.send(request.with(client.settings.additions))
    } catch {
      note(error, to: client.settings.keeper)
      throw error
    }
  }

  /// Notes that the request was or would have been sent, and there is no response.
  private func note(_ error: any Error, to keeper: (any ResponseKeeper)?) {
    guard let error = error as? APIError, error.code != .invalid, !isBackground else { return }
    keeper?.receive(nil)
  }

  /// Whether the request lacks this client's additions, or has those of another client.
  private func needs(_ additions: [APIRequestAddition]) -> Bool {
    !additions.isEmpty || !self.additions.isEmpty
  }

  private func with(_ additions: [APIRequestAddition]) -> APIRequest {
    var request = self
    request.additions = additions
    return request
  }

  /// Sends the request and returns when the head of the response has arrived, whatever the status.
  ///
  /// Works like ``response(on:)``, with three exceptions: the client's hook for responses is not called, the
  /// response is not cached, and nothing is retried once the body has begun.
  ///
  /// - Parameter isEndless: whether the body is endless, like a feed's.
  public func stream(on client: any APIClient, isEndless: Bool = false) async throws -> APIStream {
    let client = client.snapshot
    let first = Pipeline(client).first
    do {
      let request = try await keyed(by: client.settings)
      let head =
        needs(client.settings.additions)
        ? try await first.stream(request.with(client.settings.additions), isEndless: isEndless)
        : try await first.stream(request, isEndless: isEndless)
      return APIStream(head, of: client, isEndless: isEndless)
    } catch {
      note(error, to: client.settings.keeper)
      throw error
    }
  }
}
