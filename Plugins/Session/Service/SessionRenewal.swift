import FoundationEssentials
import SeashellKit

/// Exchanges tokens for new ones; concurrent requests, even of other processes, share one exchange.
struct SessionRenewal: Sendable {
  let client: EnvironmentClient
  let store: SessionTokenStore

  /// Renews an environment's tokens, unless another task has just done so.
  ///
  /// If the server has ended the session, the tokens are removed and `SignedOut` is posted.
  ///
  /// - Parameters:
  ///   - isBackground: whether no user is waiting for the result.
  ///   - isStale: whether the stored tokens need to be renewed.
  /// - Returns: the current tokens; nil if there is no session, or if the server has ended it.
  /// - Throws: `APIError` if the request failed; `ShellError` if new tokens cannot be stored, so
  ///   that none were requested. The old tokens are kept.
  func tokens(
    of environment: APIEnvironment, isBackground: Bool = false,
    where isStale: (SessionTokens) -> Bool
  ) async throws -> SessionTokens? {
    try await store.withLock(environment) {
      guard let held = try store.tokens(of: environment) else { return nil }
      guard isStale(held) else { return held }
      do {
        var request = SessionRequest.refresh(held.refreshToken, at: environment)
        request.isBackground = isBackground
        // A long wait before a retry would be shown to the user.
        if isBackground { request.retry = false }
        return try await store.replace(of: environment) {
          let grant: SessionGrantDTO = try await request.response(on: client).resource()
          return try SessionMapper.map(
            from: grant, user: held.user, origin: held.origin, at: Date())
        }
      } catch let error as APIError where error.endsSession {
        try await store.remove(of: environment)
        client.events?.post(
          SignedOut(
            user: held.user, environment: environment.name,
            owner: environment.owner(account: held.user)))
        return nil
      } catch let error as APIError {
        throw error.redacted
      } catch let error as ShellError {
        throw ShellError(
          error.code, "the session cannot be renewed: \(error.message)",
          hint: "free disk space or make the folder writable, and try again")
      }
    }
  }
}

extension APIError {
  /// Whether the server refused the refresh token, so that a retry cannot succeed.
  fileprivate var endsSession: Bool { [401, 403, 422].contains(status) }

  /// The error without the server's text if the server refused the request.
  ///
  /// That text is about a password or a token; the client removes only the `secrets` themselves.
  var redacted: APIError {
    // After a success, or without a response, the text is our own.
    let keepsDetail = status.map { (200..<300).contains($0) || (500..<600).contains($0) } ?? true
    return APIError(
      code, status: status, detail: keepsDetail ? detail : nil, request: request,
      mayHaveBeenApplied: mayHaveBeenApplied, retryAfter: retryAfter)
  }

  /// The error of a request that failed because the session could not be renewed.
  var asRenewalError: APIError {
    let cause = detail.map { ": \($0)" } ?? ""
    return APIError(
      code, status: status, detail: "the session cannot be renewed\(cause)", retryAfter: retryAfter)
  }
}
