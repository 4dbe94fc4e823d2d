public import WebAPI
import WebFetching
import WebMessages

extension OfflineAccess {
  private static let headersRemark = "header fields with secrets are not stored"

  /// Sends a request and returns when the head of the response has arrived, whatever the status.
  ///
  /// The response to a GET is stored when its body has been read to its end, as ``response(to:)`` does,
  /// unless it is a stream of events or of JSON values. If the service cannot be reached, the store answers.
  /// Once the body has begun, reading it fails if the service is lost.
  ///
  /// - Parameters:
  ///   - request: a request with an absolute address.
  ///   - isEndless: whether the body is endless, like a feed's. Such a response is not stored.
  ///   - showsHeaders: whether the user sees the header fields. The notice about a stored response then says
  ///     that some are not stored.
  /// - Throws: as `APIRequest.stream(on:isEndless:)` does; `ShellError` `unconnected` if the service cannot
  ///   be reached or must not be asked, and no response is stored.
  public func stream(
    _ request: APIRequest, isEndless: Bool = false, showsHeaders: Bool = false
  ) async throws -> APIStream {
    let client = client
    guard request.method == .get, !isEndless, let session = await session(),
      session.store != nil, let key = try await key(of: request, in: session)
    else {
      return try await request.stream(on: client, isEndless: isEndless)
    }
    let send: @Sendable () async throws -> StreamedAnswer = {
      .sent(try await request.stream(on: client))
    }
    let found = try await answer(session, at: request.resource(on: client), send) { answer, store in
      guard case .sent(let stream) = answer, [404, 410].contains(stream.statusCode) else { return }
      try await store.remove([key], of: Self.responses)
    } stored: { store in
      guard let known = try await stored(key, in: store, to: request) else { return nil }
      return StoredAnswer(
        StreamedAnswer.stored(known.value), since: known.since,
        remark: showsHeaders ? Self.headersRemark : nil)
    }
    switch found {
    case .stored(let response): return APIStream(response, of: client)
    case .sent(let stream):
      return stream.collecting { [self] response in await keep(response, as: key, in: session) }
    }
  }

  /// Stores a response, unless the environment or the user has changed meanwhile.
  private func keep(_ response: APIResponse, as key: String, in session: OfflineSession) async {
    guard let store = session.store, await isCurrent(session) else { return }
    try? await save(response, as: key, in: store)
    showReports()
  }
}
