import FoundationEssentials
import SeashellKit

/// Exchanges the tokens for new ones: once, however many tasks and processes want it.
struct SessionRenewal: Sendable {
  let client: EnvironmentClient
  let store: SessionTokenStore

  /// Renews an environment's tokens, unless somebody else has just done it.
  ///
  /// - Parameters:
  ///   - isBackground: whether nobody waits for it.
  ///   - isStale: whether tokens are those that need to be renewed.
  /// - Returns: the tokens to go on with; nil where there is no session, or the shop says that it
  ///   is over.
  /// - Throws: `APIError` where the shop did not answer, or not to the point; `ShellError` where new
  ///   tokens cannot be stored, and then the shop was not asked for any. The tokens then stay.
  func tokens(
    of environment: APIEnvironment, isBackground: Bool = false,
    where isStale: (SessionTokens) -> Bool
  ) async throws -> SessionTokens? {
    try await store.locked(environment) {
      guard let held = try store.tokens(of: environment) else { return nil }
      guard isStale(held) else { return held }
      do {
        var request = SessionRequest.refresh(held.refreshToken, at: environment)
        request.isBackground = isBackground
        // A long wait would be shown to the user.
        if isBackground { request.retry = .never }
        return try await store.replace(of: environment) {
          let grant: SessionGrantDTO = try await request.response(on: client).resource()
          return try SessionMapper.tokens(
            grant, user: held.user, origin: held.origin, at: Date())
        }
      } catch let error as APIError where error.endsSession {
        try store.remove(of: environment)
        return nil
      } catch let error as APIError {
        throw error.withFewWords
      } catch let error as ShellError {
        throw ShellError(
          error.code, "the session cannot be renewed: \(error.message)",
          hint: "make room, or let the folder be written to, and try again")
      }
    }
  }
}

extension APIError {
  /// Whether a refresh token was refused, so that it will be refused again.
  fileprivate var endsSession: Bool { [401, 403, 422].contains(status) }

  /// The error with as few of the server's words as serve: why it failed, where it did.
  ///
  /// The client takes out what the request's `secrets` are. What a server says of a request that it
  /// refused is about the password or token, and is left out whole.
  var withFewWords: APIError {
    // Where the answer was well, or there was none, the words are ours.
    let isToldWhy = status.map { (200..<300).contains($0) || (500..<600).contains($0) } ?? true
    return APIError(
      code, status: status, detail: isToldWhy ? detail : nil, request: request,
      mayHaveBeenApplied: mayHaveBeenApplied, retryAfter: retryAfter)
  }

  /// The error of a request that cannot go on, since the session cannot be renewed.
  var ofRenewal: APIError {
    let cause = detail.map { ": \($0)" } ?? ""
    return APIError(
      code, status: status, detail: "the session cannot be renewed\(cause)", retryAfter: retryAfter)
  }
}
