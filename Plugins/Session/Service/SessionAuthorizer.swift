import SeashellHosting
import SeashellKit
import Synchronization

/// Adds credentials to the requests of an API, and renews them when the server rejects them.
///
/// If stored credentials cannot be read, requests are sent without them, since most of an API may be
/// public. A token that the shell was started with takes precedence, and is not renewed. A request for an
/// owner gets only the owner's credentials, and is not sent without them.
final class SessionAuthorizer: Authorizer {
  struct User: Sendable {
    let command: String
    /// The environment variable that may have a token instead; nil if it need not be mentioned, since a
    /// user is at the terminal.
    let variable: String?
    /// Warns, once, that a request has no credentials or rejected ones.
    let warn: @MainActor @Sendable (String) -> Void
    /// Offers the user to sign in with one of the required schemes, and returns whether the user did.
    let offer: @MainActor @Sendable (APIEnvironment, _ schemes: [String]) async throws -> Bool
    /// Called before a request is sent for a different user than the last one.
    let hasChanged: @MainActor @Sendable () async -> Void
  }

  private let client: EnvironmentClient
  private let schemes: EnvironmentSchemes
  private let token: LaunchToken?
  private let user: User
  private let recent = Mutex<SignInWays?>(nil)
  private let hasWarned = Mutex(false)
  /// The account of the last request; the outer nil means that there was no request yet.
  private let lastAccount = Mutex<String??>(nil)

  // Made once: each request gets it.
  let signInHint: String?

  init(client: EnvironmentClient, schemes: EnvironmentSchemes, token: LaunchToken?, user: User) {
    self.client = client
    self.schemes = schemes
    self.token = token
    self.user = user
    signInHint =
      user.variable.map { SessionError.signIn(by: user.command, orSet: $0) }
      ?? SessionError.signIn(by: user.command)
  }

  private func ways(of environment: APIEnvironment) async -> SignInWays {
    if let ways = recent.withLock({ $0 }), ways.environment == environment { return ways }
    let ways = await schemes.ways(of: environment)
    recent.withLock { $0 = ways }
    return ways
  }

  func authorize(_ request: inout APIRequest) async throws {
    let owner = request.owner
    // The write was made without a session, so it must not get credentials.
    if let owner, owner.account == nil { return }
    guard let environment = client.environment(of: request),
      owner == nil || owner?.environment == environment.name
    else {
      if let owner { throw APIError(missing: owner, request) }
      return
    }
    if let token, token.serves(environment) {
      let account = Credential.account(of: token.token)
      if let owner, owner.account != account { throw APIError(missing: owner, request) }
      guard request.security?.isEmpty != true, request.headers["Authorization"] == nil else {
        return
      }
      request.headers["Authorization"] = "Bearer \(token.token.text)"
      request.remedy = SessionError.renew(token.variable)
      return
    }
    do {
      let ways = await ways(of: environment)
      let account: String?
      if let only = ways.only, request.security == nil {
        let credential = try only.file.recent()
        account = credential?.account
        if let owner, owner.account != account { throw APIError(missing: owner, request) }
        if let credential { try await only.authorizer.authorize(&request, with: credential) }
      } else {
        account = try await authorize(&request, by: ways)
      }
      let isOther = lastAccount.withLock { last in
        defer { last = .some(account) }
        return last != .some(account)
      }
      if isOther { await user.hasChanged() }
    } catch let error as AuthorizationError {
      if let owner { throw APIError(missing: owner, request) }
      guard case .unreadable(let reason) = error else { throw error.shellError }
      guard !request.isBackground else { return }
      let remedy = SessionError.signIn(by: user.command)
      await warnOnce("\(reason): requests are sent without a token; \(remedy)")
    }
  }

  /// Adds the credentials of the schemes that the request requires, after offering to sign in if
  /// some are missing.
  ///
  /// Returns their account; nil if there are none.
  private func authorize(_ request: inout APIRequest, by ways: SignInWays) async throws -> String? {
    let (security, owner) = (ways.authorizer, request.owner)
    var choice = try await security.choice(for: request)
    if !choice.missing.schemes.isEmpty, owner == nil, !request.isBackground,
      request.security?.isEmpty == false,
      try await user.offer(ways.environment, choice.missing.schemes)
    {
      choice = try await security.choice(for: request)
    }
    let account = try await ways.account()
    if let owner, owner.account != account { throw APIError(missing: owner, request) }
    try await security.authorize(&request, by: choice)
    if let remedy = remedy(choice, ways) { request.remedy = remedy }
    return account
  }

  /// Whether the credentials differ from those that a request was sent with, because the user has signed in
  /// since.
  private func differs(
    _ choice: SecurityAuthorizer.Choice, from request: APIRequest
  ) async throws -> Bool {
    guard let url = request.url else { return false }
    for case (let scheme, let credential?) in choice.chosen {
      var blank = APIRequest(url: url)
      try await scheme.authorizer.authorize(&blank, with: credential)
      let sent = request.headers
      if blank.headers.contains(where: { field in
        sent[field.name].map { !$0.contains(field.value) } ?? true
      }) {
        return true
      }
    }
    return false
  }

  func missing(for request: APIRequest) async throws -> MissingAuthorization {
    let environment = client.environment
    if token?.serves(environment) == true { return MissingAuthorization() }
    return try await ways(of: environment).authorizer.missing(for: request)
  }

  /// Advice after a 401, beyond signing in.
  private func remedy(_ choice: SecurityAuthorizer.Choice, _ ways: SignInWays) -> String? {
    if ways.isConfigured, let credentials = ways.environment.credentials, !credentials.isEmpty {
      let texts = credentials.map(\.description).joined(separator: ", ")
      return "check 'auth' in config.json: \(texts)"
    }
    // The command alone would ask for the scheme.
    let needed =
      choice.missing.schemes.isEmpty ? choice.chosen.map(\.scheme.id) : choice.missing.schemes
    guard needed.count == 1, let id = needed.first, ways.ways.count > 1 else { return nil }
    return SessionError.signIn(by: "\(user.command) --scheme \(id)")
  }

  func recover(from response: APIResponse) async throws -> Bool {
    let request = response.request
    guard let environment = client.environment(of: request) else { return false }
    if let token, token.serves(environment) {
      // The command reports the error of a request about the session itself.
      if !request.isConfidential, !request.isBackground {
        await warnOnce(
          "\(environment.name) does not accept the token in \(token.variable); it may have expired")
      }
      return false
    }
    do {
      let ways = await ways(of: environment)
      let security = ways.authorizer
      if try await security.recover(from: response) { return true }
      guard request.owner == nil, !request.isBackground, !request.isConfidential else {
        return false
      }
      // Secrets named by the configuration may have changed since they were read.
      await ways.forgetConfigured()
      let choice = try await security.choice(for: request)
      if try await differs(choice, from: request) { return true }
      return try await user.offer(
        environment, choice.missing.schemes + choice.chosen.map(\.scheme.id))
    } catch AuthorizationError.unreadable {
      // `authorize` has already warned the user.
      return false
    } catch let error as AuthorizationError {
      throw error.asRenewalError
    } catch let error as APIError {
      throw error.asRenewalError
    }
  }

  /// Shows only the first warning, not one for each request.
  private func warnOnce(_ text: String) async {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isFirst { await user.warn(text) }
  }
}

extension APIError {
  fileprivate init(missing owner: DataOwner, _ request: APIRequest) {
    self.init(
      .unauthorized,
      detail: "\(owner.account ?? "its user") is not signed in on \(owner.environment)",
      request: request.description)
  }

  /// The error of a request that failed because the session could not be renewed.
  fileprivate var asRenewalError: APIError {
    let cause = detail.map { ": \($0)" } ?? ""
    var error = APIError(code, status: status, detail: "the session cannot be renewed\(cause)")
    error.retryAfter = retryAfter
    return error
  }
}

extension AuthorizationError {
  /// The error of a request that failed because the session could not be renewed.
  var asRenewalError: ShellError {
    let error = shellError
    if case .notStored(let reason) = self {
      return ShellError(
        error.code, "the session cannot be renewed: \(reason)", hint: error.hint)
    }
    guard case .refused = self else { return error }
    return ShellError(
      error.code, "the session cannot be renewed: \(error.message)", hint: error.hint)
  }
}
