import FoundationEssentials
import SeashellHosting
import SeashellKit

/// Signs in and out, and stores the credentials.
///
/// If the shell was started with a token, the token is the session on its environment, where the user can
/// neither sign in nor out.
actor SessionService: SessionServiceProtocol {
  private let schemes: EnvironmentSchemes
  private let token: LaunchToken?
  private let tokenVariable: String
  private let command: String
  private let clock: any Clock<Duration>
  private let notify: (@MainActor @Sendable (String) -> Void)?

  /// Creates the service of an API.
  ///
  /// - Parameters:
  ///   - token: the token that the shell was started with.
  ///   - command: signs in to the API.
  ///   - notify: tells the user that a credential is kept in memory, since it cannot be stored; nil if that would
  ///     be of no use.
  init(
    _ schemes: EnvironmentSchemes, token: LaunchToken?, tokenVariable: String, command: String,
    clock: any Clock<Duration>, notify: (@MainActor @Sendable (String) -> Void)?
  ) {
    (self.schemes, self.token, self.clock) = (schemes, token, clock)
    (self.tokenVariable, self.command, self.notify) = (tokenVariable, command, notify)
  }

  private func token(for environment: APIEnvironment) -> LaunchToken? {
    token?.serves(environment) == true ? token : nil
  }

  func user(of environment: APIEnvironment) async -> SignedInUser? {
    if let token = token(for: environment) {
      guard environment.mayCarryCredentials else { return nil }
      return SignedInUser(
        name: nil, environment: environment.name, expiresAt: nil,
        account: Credential.account(of: token.token))
    }
    do {
      var held: [Credential] = []
      for way in await schemes.ways(of: environment).ways {
        let credential =
          if way.isConfigured {
            try await way.authorizer.credential()
          } else {
            try await way.file.last()
          }
        if let credential { held.append(credential) }
      }
      return SessionMapper.map(from: held, in: environment.name)
    } catch is AuthorizationError {
      // There is a session, but its user is unknown.
      return SignedInUser(name: nil, environment: environment.name, expiresAt: nil)
    } catch {
      // The request that needs it reports the error.
      return nil
    }
  }

  func sessions(of environment: APIEnvironment) async throws -> [Session] {
    if token(for: environment) != nil {
      guard environment.mayCarryCredentials else { return [] }
      return [Session(user: nil, environment: environment.name, scheme: "bearer")]
    }
    return try await held(environment).map {
      SessionMapper.map(from: $0.credential, by: $0.way.scheme, in: environment.name)
    }
  }

  private func held(
    _ environment: APIEnvironment
  ) async throws -> [(way: SignInWay, credential: Credential)] {
    var held: [(way: SignInWay, credential: Credential)] = []
    for way in await schemes.ways(of: environment).ways {
      let credential =
        if way.isConfigured { try await way.authorizer.credential() } else { try await stored(way) }
      if let credential { held.append((way, credential)) }
    }
    return held
  }

  /// Throws ``SessionError`` `unreadable`.
  private func stored(_ way: SignInWay) async throws -> Credential? {
    do {
      return try await offMain { try way.file.current() }
    } catch AuthorizationError.unreadable(let reason) {
      throw SessionError.unreadable(reason: reason, command: command)
    }
  }

  func schemes(of environment: APIEnvironment) async throws -> [SecurityScheme] {
    try requireNoToken(for: environment)
    return await schemes.ways(of: environment).ways
      .filter { !$0.isConfigured || $0.store != nil }.map(\.scheme)
      .filter { $0.kind != .clientCertificate }
  }

  func checkSignIn(
    by scheme: SecurityScheme, to environment: APIEnvironment, asking asks: Bool
  ) async throws {
    try requireNoToken(for: environment)
    if case .unsupported(let reason) = scheme.kind {
      throw SessionError.unsupported(scheme: scheme.id, reason: reason)
    }
    let way = await schemes.ways(of: environment).way(scheme.id)
    if way?.isConfigured == true, way?.store == nil {
      throw SessionError.configured(environment: environment.name)
    }
    if !environment.mayCarryCredentials {
      throw SessionError.notPrivate(environment: environment.name)
    }
    if asks, scheme.kind == .session, try await !schemes.sessions(of: environment).areOffered() {
      throw noSessions(in: environment)
    }
  }

  func plan(
    for scheme: SecurityScheme, in environment: APIEnvironment, hasSecret: Bool, mayAsk: Bool
  ) async throws -> SignInPlan {
    var plan = SignInPlan(scheme)
    guard case .oauth(var settings) = scheme.kind else { return plan }
    let way = await schemes.ways(of: environment).way(scheme.id)
    let client = try await schemes.client(settings, for: environment, of: way?.client)
      .prepared(hasSecret: hasSecret, mayAsk: mayAsk)
    settings = client.settings
    plan.scheme.kind = .oauth(settings)
    plan.foreignOrigins = try await client.foreignOrigins()
    plan.client = client.trusting(plan.foreignOrigins)
    guard settings.mayNeedUser else { return plan }
    plan.clientID = try await way?.client?()?.user
    // The user has typed it at the last sign-in.
    if plan.clientID == nil, let way { plan.clientID = try? await stored(way)?.clientID }
    return plan
  }

  private func noSessions(in environment: APIEnvironment) -> SessionError {
    .noSessions(environment: environment.name, variable: tokenVariable)
  }

  func logIn(
    by plan: SignInPlan, user: String?, secret: Secret?, to environment: APIEnvironment,
    showing dialog: SignInDialog
  ) async throws -> Session {
    let scheme = plan.scheme
    try await checkSignIn(by: scheme, to: environment, asking: false)
    guard let way = await schemes.ways(of: environment).way(scheme.id) else {
      throw SessionError.noSchemes(
        api: String(environment.name.prefix { $0 != ":" }), variable: tokenVariable)
    }
    if let store = way.store, let secret {
      try await store(secret)
      return Session(user: user, environment: environment.name, scheme: scheme.id)
    }
    let given = Credential(user: user, secret: secret, origin: environment.baseURL.origin)
    let credential: Credential =
      switch scheme.kind {
      case .session: try await logIn(user ?? "", secret ?? Secret(""), to: environment)
      case .oauth:
        // A plan has the client of its scheme.
        try await plan.client?.signIn(given, showing: dialog, clock: clock)
          ?? { throw SessionError.unsupported(scheme: scheme.id, reason: "there is no client") }()
      default: given
      }
    do {
      try await way.file.save(credential)
    } catch AuthorizationError.notStored(let reason) where notify != nil && !way.file.hasFolder {
      await notify?("the session is kept for this run only: \(reason)")
      // Last, so that the event of a sign-out meanwhile cannot come before that of this sign-in.
      way.file.hold(credential)
    }
    return SessionMapper.map(from: credential, by: scheme, in: environment.name)
  }

  private func logIn(
    _ user: String, _ password: Secret, to environment: APIEnvironment
  ) async throws -> Credential {
    do {
      return try await schemes.sessions(of: environment).logIn(user, password)
    } catch let error as APIError where error.code == .unauthorized {
      throw SessionError.wrongCredentials(environment: environment.name)
    } catch let error as APIError where [404, 405, 410].contains(error.status) {
      throw noSessions(in: environment)
    } catch let error as APIError {
      throw error.redacted
    }
  }

  func status(of environment: APIEnvironment) async throws -> [Session] {
    if token(for: environment) != nil, !environment.mayCarryCredentials {
      throw SessionError.notPrivate(environment: environment.name)
    }
    let sessions = try await sessions(of: environment)
    guard !sessions.isEmpty else { throw notSignedIn(environment) }
    let ways = await schemes.ways(of: environment).ways
    // Only a server like the shop's can say who is signed in.
    guard ways.count == 1, ways[0].scheme.kind == .session else { return sessions }
    do {
      let status = try await schemes.sessions(of: environment, authorizer: ways[0].authorizer)
        .status()
      return [
        Session(
          user: status.user, environment: environment.name, scheme: sessions[0].scheme,
          expiresAt: status.expiresAt)
      ]
    } catch let error as APIError where error.code == .unauthorized {
      if let token = token(for: environment) {
        throw SessionError.variableRefused(token.variable, environment: environment.name)
      }
      throw refused(environment)
    }
  }

  func refresh(_ environment: APIEnvironment) async throws -> [Session] {
    try requireNoToken(for: environment)
    let held = try await held(environment)
    guard !held.isEmpty else { throw notSignedIn(environment) }
    let renewable = held.compactMap { one in one.way.tokens.map { (one.way.scheme, $0) } }
    guard !renewable.isEmpty else { throw SessionError.notRenewable(environment: environment.name) }
    var (sessions, failure): ([Session], (any Error)?) = ([], nil)
    for (scheme, tokens) in renewable {
      do {
        guard let credential = try await tokens.renew(where: { _ in true }) else {
          throw refused(environment)
        }
        sessions.append(SessionMapper.map(from: credential, by: scheme, in: environment.name))
      } catch let error as CancellationError {
        throw error
      } catch {
        failure = failure ?? (error as? AuthorizationError)?.asRenewalError ?? error
      }
    }
    if let failure { throw failure }
    return sessions
  }

  func fields(of environment: APIEnvironment) async throws -> [String] {
    guard environment.mayCarryCredentials else {
      throw SessionError.notPrivate(environment: environment.name)
    }
    if let token = token(for: environment) { return ["Authorization: Bearer \(token.token.text)"] }
    let held = try await held(environment)
    guard !held.isEmpty else { throw notSignedIn(environment) }
    var fields: [String] = []
    for (way, _) in held {
      if case .apiKey(let name, .query) = way.scheme.kind {
        fields.append("\(name)=\(try await way.authorizer.credential()?.secret?.text ?? "")")
        continue
      }
      var request = APIRequest(url: environment.baseURL)
      try await way.authorizer.authorize(&request)
      fields += request.headers.map { "\($0.name): \($0.value)" }
    }
    return fields
  }

  func logOut(of environment: APIEnvironment) async throws -> Bool {
    try requireNoToken(for: environment)
    let ways = await schemes.ways(of: environment)
    let stored = ways.ways.filter(\.file.exists)
    guard !stored.isEmpty else {
      if ways.isConfigured { throw SessionError.configured(environment: environment.name) }
      throw notSignedIn(environment)
    }
    var (failure, isRevocable): ((any Error)?, Bool) = (nil, true)
    for way in stored {
      do {
        if let wasRevoked = try await revoke(way, in: environment) {
          isRevocable = isRevocable && wasRevoked
        }
      } catch {
        failure = failure ?? error
      }
      try await way.file.remove()
    }
    switch failure {
    case nil: return !isRevocable
    case let cancelled as CancellationError: throw cancelled
    case let cause?:
      throw SessionError.notEndedByServer(environment: environment.name, cause: ShellError(cause))
    }
  }

  /// Asks the server to revoke its tokens.
  ///
  /// - Returns: nil if the server has issued none; false if it offers no way to revoke them.
  private func revoke(_ way: SignInWay, in environment: APIEnvironment) async throws -> Bool? {
    let issuer: any TokenIssuer
    switch way.scheme.kind {
    case .session: issuer = await schemes.sessions(of: environment, authorizer: way.authorizer)
    case .oauth(let settings):
      issuer = await schemes.client(settings, for: environment, of: way.client)
    default: return nil
    }
    // Without readable tokens no request can end the session.
    guard var held = try await stored(way) else { return nil }
    // A client that the configuration has authorizes itself.
    if let given = try await way.source?() { held.secret = given.secret }
    return try await issuer.revoke(held)
  }

  private func notSignedIn(_ environment: APIEnvironment) -> SessionError {
    .notSignedIn(environment: environment.name, command: command)
  }

  private func refused(_ environment: APIEnvironment) -> SessionError {
    .sessionRefused(environment: environment.name, command: command)
  }

  /// - Throws: ``SessionError`` `variableInUse` if the token is used as the session.
  private func requireNoToken(for environment: APIEnvironment) throws {
    if let token = token(for: environment) {
      throw SessionError.variableInUse(token.variable, environment: environment.name)
    }
  }
}
