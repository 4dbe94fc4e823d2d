import Observation
import SeashellHosting
import SeashellKit

/// The sessions as the commands last saw them, without their secrets.
@Observable
@MainActor
final class SessionState {
  /// The authorization of requests to the current environment, when a command last asked; empty if it is
  /// unknown.
  private(set) var sessions: [Session] = []

  @ObservationIgnored private let registry: () -> APIRegistry
  @ObservationIgnored private let service: (API) -> any SessionServiceProtocol
  /// The environments for which the user has declined to sign in.
  @ObservationIgnored private var declined: [String] = []
  /// The offers that the user is answering, by environment.
  @ObservationIgnored private var offers: [(name: String, answer: Task<Bool, any Error>)] = []

  /// `service` returns the service that signs in to an API.
  init(
    apis: @escaping () -> APIRegistry, service: @escaping (API) -> any SessionServiceProtocol
  ) {
    registry = apis
    self.service = service
  }

  private var apis: APIRegistry { registry() }

  struct Target {
    let api: API
    let environment: APIEnvironment
    fileprivate let service: any SessionServiceProtocol
  }

  /// Returns the environment for `wh` or `wh:live`, or the current one for nil; throws for an
  /// address given for this run.
  func target(_ word: String?) throws -> Target {
    let (api, environment): (API, APIEnvironment)
    if let word, word.contains(":") {
      (api, environment) = try apis.environment(word)
    } else {
      api = try word.map(apis.ready) ?? apis.current
      environment = api.client.environment
    }
    return target(api, environment)
  }

  func target(_ api: API, _ environment: APIEnvironment) -> Target {
    Target(api: api, environment: environment, service: service(api))
  }

  /// Signs in with the configured credentials, asking the user only to agree to the use of their
  /// secrets.
  ///
  /// Returns the notices; nil if the configuration is not sufficient.
  func logInAsConfigured(to target: Target) async throws -> [String]? {
    let environment = target.environment
    guard let credentials = environment.credentials, !credentials.isEmpty,
      try await target.service.schemes(of: environment).isEmpty
    else { return nil }
    _ = try await target.service.fields(of: environment)
    return credentials.map { "\(environment.name) is signed in to by config.json: \($0)" }
  }

  /// Returns the schemes that a user can sign in with; throws for an address given for this run.
  func schemes(of target: Target) async throws -> [SecurityScheme] {
    let isKept = !target.environment.isTemporary || target.api.context.directories.areTemporary
    guard isKept else {
      throw ShellError(
        .usage, "an address given with -e has no session, since nothing of it is stored",
        hint: "'env add NAME URL' keeps the address")
    }
    let schemes = try await target.service.schemes(of: target.environment)
    guard !schemes.isEmpty else {
      if target.environment.credentials != nil {
        throw SessionError.configured(environment: target.environment.name)
      }
      throw SessionError.noSchemes(
        api: target.api.name, variable: target.api.tokenVariable)
    }
    return schemes
  }

  func checkSignIn(
    by scheme: SecurityScheme, to target: Target, asking asks: Bool
  ) async throws {
    try await target.service.checkSignIn(by: scheme, to: target.environment, asking: asks)
  }

  /// Chooses the flow, and asks the user to agree to other servers that the user would sign in at or that would
  /// receive the secret.
  func plan(
    for scheme: SecurityScheme, of target: Target, hasSecret: Bool, _ console: any Console
  ) async throws -> SignInPlan {
    let plan = try await target.service.plan(
      for: scheme, in: target.environment, hasSecret: hasSecret, mayAsk: console.isWatched)
    let question =
      plan.scheme.kind.isAtServer
      ? ("The description has you sign in at", "Go on?")
      : ("The description has tokens requested at", "Send what you type there?")
    for origin in plan.foreignOrigins {
      guard console.isInteractive else {
        throw SessionError.foreignOrigin(origin, api: target.api.name)
      }
      guard
        try await console.confirm(
          "\(question.0) \(origin). \(question.1)")
      else { throw ShellError(.unauthorized, "nothing was sent to \(origin)") }
    }
    return plan
  }

  func logIn(
    by plan: SignInPlan, user name: String?, secret: Secret?, to target: Target,
    showing dialog: SignInDialog
  ) async throws -> Session {
    let (service, environment) = (target.service, target.environment)
    let former = await service.user(of: environment)?.account
    let session = try await service.logIn(
      by: plan, user: name, secret: secret, to: environment, showing: dialog)
    declined.removeAll { $0 == target.environment.name }
    // Await nothing before: a sign-out meanwhile would post its event first. The event clears this state, so
    // set the new session afterwards.
    target.api.context.user.signIn(
      SignedIn(
        user: session.user, environment: target.api.client.environmentID(of: environment),
        expiresAt: session.expiresAt))
    if isCurrent(target) { sessions = [session] }
    // A second scheme changes the account; the data of the former one would stay behind.
    if let former, try await service.sessions(of: environment).count > 1,
      await service.user(of: environment)?.account != former
    {
      try await target.api.context.user.removeData(of: environment.owner(account: former))
    }
    return session
  }

  private func isCurrent(_ target: Target) -> Bool {
    target.api === apis.current && target.environment == target.api.client.environment
  }

  /// Returns how requests are authorized, according to the server if it can tell; throws if they
  /// are not.
  func load(_ target: Target) async throws -> [SessionStatus] {
    try await storing(target) { try await target.service.status(of: target.environment) }
      .map { SessionStatus(api: target.api.name, target.environment.shortName, $0) }
  }

  /// Returns the sessions of all environments, without asking a server.
  func all() async -> [SessionStatus] {
    var all: [SessionStatus] = []
    for name in apis.names {
      guard let api = try? apis.api(name) else { continue }
      let service = service(api)
      for environment in api.environments.all {
        let sessions = (try? await service.sessions(of: environment)) ?? []
        let rows: [Session?] = sessions.isEmpty ? [nil] : sessions
        all += rows.map { SessionStatus(api: api.name, environment.shortName, $0) }
      }
    }
    return all
  }

  func refresh(_ target: Target) async throws -> [Session] {
    try await storing(target) { try await target.service.refresh(target.environment) }
  }

  func fields(of target: Target) async throws -> [String] {
    try await target.service.fields(of: target.environment)
  }

  /// Whether the tokens were removed, regardless of the server's answer.
  private static func isSignedOut(after failure: (any Error)?) -> Bool {
    switch failure {
    case nil, is CancellationError, SessionError.notEndedByServer?: true
    default: false
    }
  }

  struct SignOutResult {
    /// The user's name; nil if it is unknown, or the user was not signed in.
    let user: String?
    let waiting: Int
    /// Whether tokens stay valid until they expire.
    var staysValid = false
    /// The reason the session was not ended, or the user's data not removed; nil after success.
    let failure: (any Error)?
  }

  /// Signs out, and lets all modules remove the data that they have stored for the user, unless it
  /// is kept.
  func logOut(of target: Target, keepingData keepsData: Bool) async -> SignOutResult {
    let (environment, context) = (target.environment, target.api.context)
    // Ask first, since the user is unknown after signing out.
    let signedIn = await target.service.user(of: environment)
    let owner = signedIn?.account.map { environment.owner(account: $0) }
    var (failure, staysValid): ((any Error)?, Bool) = (nil, false)
    do { staysValid = try await target.service.logOut(of: environment) } catch { failure = error }
    var waiting = 0
    if let signedIn, Self.isSignedOut(after: failure) {
      let event = SignedOut(
        user: signedIn.name, environment: target.api.client.environmentID(of: environment),
        owner: owner)
      do {
        try await context.user.signOut(event, keepingData: keepsData)
      } catch {
        failure = failure ?? SessionError.dataNotRemoved(cause: ShellError(error))
      }
      if let owner, owner.account != nil { waiting = await context.waitingWrites(of: owner) }
    }
    forget()
    return SignOutResult(
      user: signedIn?.name, waiting: waiting, staysValid: staysValid, failure: failure)
  }

  func forget() {
    sessions = []
  }

  private func storing(
    _ target: Target, _ body: () async throws -> [Session]
  ) async throws -> [Session] {
    do {
      let sessions = try await body()
      if isCurrent(target) { self.sessions = sessions }
      return sessions
    } catch {
      forget()
      throw error
    }
  }
}

extension SessionState {
  /// Offers the user to sign in, once for all requests that need it now, and never again to a user
  /// who declines.
  ///
  /// `signIn` returns whether the user did.
  func offer(
    _ environment: APIEnvironment, _ signIn: @escaping @MainActor () async throws -> Bool
  ) async throws -> Bool {
    let name = environment.name
    if let offer = offers.first(where: { $0.name == name }) { return try await offer.answer.value }
    guard !declined.contains(name) else { return false }
    let offer = Task { try await signIn() }
    offers.append((name, offer))
    defer { offers.removeAll { $0.name == name } }
    let hasSignedIn = try await withTaskCancellationHandler {
      try await offer.value
    } onCancel: {
      offer.cancel()
    }
    if !hasSignedIn { declined.append(name) }
    return hasSignedIn
  }
}

extension API {
  var tokenVariable: String {
    let variable = context.identity.tokenVariable
    return isOwn ? variable : "\(variable)_\(name.uppercased().replacing("-", with: "_"))"
  }

  var signInCommand: String { isOwn ? "session login" : "session login \(name)" }
}
