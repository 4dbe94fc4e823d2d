extension APIRequest {
  /// Sends the request and reads its answer, whatever its status.
  ///
  /// The client's hooks run once each, around everything else; the events of the answer that the
  /// second one leaves are posted then, or of the answer that came, where it throws. A 401 is recovered from at most once
  /// by the client's authorizer, and the request then sent once more. Reads follow redirects, without
  /// credentials where these leave the client's own service. Reads, and writes that carry an
  /// `Idempotency-Key`, are sent again after failures that pass, as ``APIClient/retries`` says.
  ///
  /// - Returns: the answer, its body read whole.
  /// - Throws: what a hook or the authorizer throws; `CancellationError` where the task was
  ///   cancelled; ``APIError`` `invalid` where the request cannot be sent as it is, `unconnected`
  ///   where the service was not reached, `limit` where a bound was passed, otherwise
  ///   `unavailable`.
  public func response(on client: any APIClient) async throws -> APIResponse {
    let exchange = Exchange(client)
    var request = self
    try await client.willSendRequest(&request)
    let received = try await exchange.response(to: request)
    var response = received
    do {
      try await client.didReceiveResponse(&response)
    } catch {
      exchange.announce(received)
      throw error
    }
    exchange.announce(response)
    return response
  }
}
