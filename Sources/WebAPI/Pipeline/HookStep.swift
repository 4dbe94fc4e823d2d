struct HookStep {
  let client: APIClientSnapshot
  let next: RetryStep

  struct HookedResponse {
    /// The response; if the hook threw, the one passed to it.
    let response: APIResponse

    let error: (any Error)?
  }

  func send(_ original: APIRequest) async throws -> HookedResponse {
    var request = original
    try await client.client.willSendRequest(&request)
    let head = try await next.send(
      AddressedRequest(request, of: client, isStreamed: false, isEndless: false))
    let received = head.response(of: client)
    if let keeper = client.settings.keeper, !received.request.isBackground {
      keeper.receive(.whole(received, after: head.start.elapsed))
    }
    var response = received
    do {
      try await client.client.didReceiveResponse(&response)
    } catch {
      return HookedResponse(response: received, error: error)
    }
    return HookedResponse(response: response, error: nil)
  }

  func stream(_ original: APIRequest, isEndless: Bool) async throws -> ResponseHead {
    var request = original
    try await client.client.willSendRequest(&request)
    return try await next.send(
      AddressedRequest(request, of: client, isStreamed: true, isEndless: isEndless))
  }
}
