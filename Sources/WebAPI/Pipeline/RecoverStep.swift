import WebMessages

/// Lets the authorizer renew the credentials after a 401, and sends the request once more.
struct RecoverStep {
  let client: APIClientSnapshot
  let next: BreakerStep

  /// Whether this task renews credentials for another request, which itself reports the 401.
  @TaskLocal static var isRecovering = false

  func send(_ request: inout AddressedRequest) async throws -> ResponseHead {
    var head = try await next.send(&request)
    guard request.mayRecover(from: head), let authorizer = request.authorizer else { return head }
    request.mayRecover = false
    if let name = head.request.ownCredential {
      // The authorizer added no other credential, and would add none now.
      head.request.remedy = "check the request's own \(name), with which it was sent"
      return head
    }
    guard try await recovers(authorizer, from: head.response(of: client)) else { return head }
    return try await next.send(&request)
  }

  /// Throws an error for the caller's own request even if the renewal's request failed: the caller
  /// does not know that request, and a write that got a 401 was not applied.
  private func recovers(
    _ authorizer: any Authorizer, from response: APIResponse
  ) async throws -> Bool {
    do {
      return try await Self.$isRecovering.withValue(true) {
        try await authorizer.recover(from: response)
      }
    } catch let error as APIError {
      var renewal = APIError(
        error.code, status: error.status, title: error.title, detail: error.detail,
        problems: error.problems, fields: error.fields, request: response.request.description,
        mayHaveBeenApplied: response.request.isInDoubt)
      renewal.retryAfter = error.retryAfter
      renewal.timesSent = response.request.timesSent
      if error.code == .unauthorized { renewal.remedy = response.request.remedy }
      throw renewal
    }
  }
}
