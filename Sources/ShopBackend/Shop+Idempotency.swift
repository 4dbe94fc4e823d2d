package import WebMessages

/// A write under an `Idempotency-Key`, while it waits to be carried out.
struct KeyInFlight: Hashable {
  let account: Int
  let method: HTTPMethod
  let path: String
  let key: String
}

extension Shop {
  /// Answers a request after a delay, during which others are answered.
  ///
  /// A write with an `Idempotency-Key` is in flight meanwhile: another one under the key gets 409 at
  /// once. That is the only time for which it is: the shop does one thing after the other, so that
  /// whoever comes while it writes, or while another process keeps it waiting, finds the write done.
  ///
  /// - Parameters:
  ///   - delay: how long to wait first; nil to answer at once.
  ///   - clock: what the delay goes by.
  /// - Throws: as ``respond(to:)`` does, and where the task is cancelled during the delay.
  package func answer(
    _ request: HTTPRequest, after delay: Duration?, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(CancellationError) -> HTTPResponse {
    guard let delay else { return try await respond(to: request) }
    let key = keyInFlight(request)
    if let key, !keysInFlight.insert(key).inserted {
      var response = Refusal.inFlight.response(to: request.headers)
      response.finish(for: request)
      return response.message
    }
    defer { if let key { keysInFlight.remove(key) } }
    guard (try? await clock.sleep(for: delay)) != nil else { throw CancellationError() }
    return try await respond(to: request)
  }

  /// The key under which a request asks for a write; nil where there is none, or where it will be
  /// refused anyway.
  private func keyInFlight(_ message: HTTPRequest) -> KeyInFlight? {
    guard let key = message.headers["Idempotency-Key"],
      let request = try? ShopRequest(message), case .reviews? = Resource(request.segments),
      request.method == .post, let storage = try? openedStorage(),
      let session = try? SessionStore(database: storage.database, now: clock()).session(of: request)
    else { return nil }
    return KeyInFlight(
      account: session.account, method: request.method, path: request.path, key: key)
  }
}
