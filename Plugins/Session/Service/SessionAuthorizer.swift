import SeashellHosting
import SeashellKit
import Synchronization

/// Adds the current environment's access token to requests, and renews it when the server refuses it.
///
/// If the tokens cannot be read, requests are sent without them, since most of an API may be public. A
/// token that the shell was started with takes precedence, and is not renewed. A request for an owner
/// gets only the owner's token, and is not sent without it.
final class SessionAuthorizer: Authorizer {
  private let client: EnvironmentClient
  private let store: SessionTokenStore
  private let renewal: SessionRenewal
  private let variable: SessionVariable?
  let signInHint: String?
  private let remedy: String?
  private let warn: @MainActor @Sendable (SessionError) -> Void
  private let hasWarned = Mutex(false)
  private let userHasChanged: @MainActor @Sendable () async -> Void
  /// Whose tokens the last request got; the outer nil before the first request.
  private let lastUser = Mutex<String??>(nil)

  /// - Parameters:
  ///   - signInHint: how the user can sign in.
  ///   - remedy: what the user can do if the server does not accept the variable's token.
  ///   - warn: called once, with the reason why a request has no token, or one that is refused.
  ///   - userHasChanged: called before a request is sent with the tokens of another user than the last one.
  init(
    client: EnvironmentClient, store: SessionTokenStore, renewal: SessionRenewal,
    variable: SessionVariable? = nil, signInHint: String? = nil, remedy: String? = nil,
    warn: @escaping @MainActor @Sendable (SessionError) -> Void,
    userHasChanged: @escaping @MainActor @Sendable () async -> Void = {}
  ) {
    self.client = client
    self.store = store
    self.renewal = renewal
    self.variable = variable
    self.signInHint = signInHint
    self.remedy = remedy
    self.warn = warn
    self.userHasChanged = userHasChanged
  }

  func authorize(_ request: inout APIRequest) async throws {
    let owner = request.owner
    // The write was made without a session, so it gets no token.
    if let owner, owner.account == nil { return }
    guard let environment = client.environment(of: request),
      owner == nil || owner?.environment == environment.name
    else {
      if let owner { throw APIError(missing: owner, request) }
      return
    }
    if let variable, variable.serves(environment) {
      if let owner, owner.account != variable.account { throw APIError(missing: owner, request) }
      request.headers["Authorization"] = variable.token.authorization
      request.remedy = remedy
      return
    }
    do {
      let tokens = try store.recentTokens(of: environment)
      if let owner, owner.account != tokens?.user { throw APIError(missing: owner, request) }
      if let tokens { request.headers["Authorization"] = tokens.accessToken.authorization }
      let isOther = lastUser.withLock { last in
        defer { last = .some(tokens?.user) }
        return last != .some(tokens?.user)
      }
      if isOther { await userHasChanged() }
    } catch let error as SessionError {
      if let owner { throw APIError(missing: owner, request) }
      guard !request.isBackground else { return }
      await warnOnce(error)
    }
  }

  func recover(from response: APIResponse) async throws -> Bool {
    let request = response.request
    guard let environment = client.environment(of: request) else { return false }
    if let variable, variable.serves(environment) {
      // For a request about the session itself, the command reports the error.
      if !request.isConfidential, !request.isBackground {
        await warnOnce(.variableRefused(variable.name, environment: environment.name))
      }
      return false
    }
    let refused = request.headers["Authorization"]
    do {
      guard try store.tokens(of: environment) != nil else { return false }
      return try await renewal.tokens(of: environment, isBackground: request.isBackground) {
        $0.accessToken.authorization == refused
      } != nil
    } catch is SessionError {
      // `authorize` has already warned the user.
      return false
    } catch let error as APIError {
      throw error.asRenewalError
    }
  }

  /// Shows the first warning only, not one for each request.
  private func warnOnce(_ reason: SessionError) async {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isFirst { await warn(reason) }
  }
}

extension APIError {
  /// The error of a request for an account that is not signed in.
  fileprivate init(missing owner: DataOwner, _ request: APIRequest) {
    self.init(
      .unauthorized,
      detail: "\(owner.account ?? "its user") is not signed in on \(owner.environment)",
      request: request.description)
  }
}
