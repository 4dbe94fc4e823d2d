public import SeashellKit

/// The module `session`: signs in and out, and authorizes the requests of all APIs.
@MainActor
public final class SessionModule: FeatureModule {
  /// The module's name, which precedes its commands: `session`.
  public let name = "session"

  /// The module's description in `help`.
  public let abstract = "Sign in and sign out"

  /// True: the module works for all APIs.
  public let isAboutShell = true

  private let context: ModuleContext
  private let provider: SessionServiceProvider
  private let state: SessionState
  // A start would pay for the types of what only some runs need.
  private lazy var logIn = LogIn(
    identity: context.identity, state: state, reader: provider.reader)

  /// Creates the module.
  ///
  /// If the shell was started with an access token, that token is the session on its environment: see
  /// ``SeashellKit/ModuleContext/takeToken()``.
  ///
  /// - Parameters:
  ///   - context: the module's context.
  ///   - service: signs in to an API and out; by default according to the API's description or the
  ///     configuration.
  public init(
    _ context: ModuleContext,
    service: (@MainActor (API) -> any SessionServiceProtocol)? = nil
  ) {
    self.context = context
    let provider = SessionServiceProvider(context, replacing: service)
    self.provider = provider
    state = context.state {
      SessionState(apis: { [unowned context] in context.apis }, service: { provider.service($0) })
    }
  }

  /// The commands `login`, `status`, `token`, `refresh` and `logout`.
  public var commands: [any Command] {
    [
      logIn, ShowSession(state: state), ShowToken(state: state), RefreshSession(state: state),
      LogOut(state: state),
    ]
  }

  /// The page `help sessions`, and who is signed in for `doctor`.
  public var contributions: Contributions {
    Contributions(pages: [.sessions], checks: [SessionCheck(context)])
  }

  /// Clears the status when a session ends or the user switches the environment.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    [
      bus.subscribeOnMain(to: Unauthorized.self) { [state] _ in state.forget() },
      bus.subscribeOnMain(to: SignedOut.self) { [state] _ in state.forget() },
      bus.subscribeOnMain(to: DataInvalidated.self) { [state] event in
        if event.resource == nil { state.forget() }
      },
    ]
  }

  /// Adds credentials to the requests of all APIs, and lets other modules know the signed-in user.
  ///
  /// - Throws: `ShellError` if another module already authorizes requests, or if the token that the shell
  ///   was started with is not valid.
  public func load(in shell: any ShellPort) throws {
    let token = provider.token(of: context.apis.own)
    if let token, !token.token.isToken { throw SessionError.invalidVariable(token.variable) }
    try context.apis.install(self)
    if let token {
      let environment = context.client.environment
      if !environment.mayCarryCredentials {
        context.console.notify(
          "\(token.variable) is not sent to \(environment.name), because the connection is not encrypted"
        )
      }
    }
  }

  /// Stops adding credentials to requests.
  public func unload() {
    context.apis.removeKeeper()
  }
}

extension SessionModule: CredentialKeeper {
  /// Returns an authorizer for the API's credentials; it may offer the user to sign in.
  public func authorizer(of api: API) -> any Authorizer {
    provider.authorizer(of: api) { [weak self, unowned api] environment, schemes in
      guard let self else { return false }
      return try await offer(api, environment, schemes)
    }
  }

  /// Signs in to the current environment of an API with a credential, without asking the server.
  ///
  /// - Throws: an error if the API has no such scheme, or the credential cannot be stored.
  public func keep(_ credential: Credential, for scheme: SecurityScheme, of api: API) async throws {
    let target = state.target(api, api.client.environment)
    let schemes = try await state.schemes(of: target)
    guard
      let own = schemes.first(where: { $0.id == scheme.id && $0.kind == scheme.kind })
        ?? schemes.first(where: { $0.kind == scheme.kind })
    else { throw SessionError.noSchemes(api: api.name, variable: api.tokenVariable) }
    let console = context.console
    let plan = try await state.plan(for: own, of: target, hasSecret: true, console)
    _ = try await state.logIn(
      by: plan, user: credential.user, secret: credential.secret, to: target,
      showing: SignInDialog(on: console))
  }

  /// Removes the tokens of an API.
  public func removeCredentials(of api: String) throws { try provider.removeCredentials(of: api) }

  /// Returns the user of the session, or of the API's other credential.
  public func user(of client: EnvironmentClient) async -> SignedInUser? {
    guard let api = provider.api(of: client) else { return nil }
    return await provider.service(api).user(of: client.environment)
  }

  /// Asks whether to sign in now, with any of the API's schemes.
  public func offerSignIn(to client: EnvironmentClient) async throws -> Bool {
    guard let api = provider.api(of: client) else { return false }
    return try await offer(api, client.environment, [])
  }

  /// Offers the user to sign in now, with one of the schemes that a request requires.
  ///
  /// - Parameter needed: the ids of the schemes; empty for any.
  /// - Returns: whether the user did; false if the user cannot be asked.
  private func offer(
    _ api: API, _ environment: APIEnvironment, _ needed: [String]
  ) async throws -> Bool {
    guard context.mayAsk, !environment.isTemporary, environment.mayCarryCredentials else {
      return false
    }
    let target = state.target(api, environment)
    guard let schemes = try? await state.schemes(of: target), !schemes.isEmpty else { return false }
    let usable = schemes.filter { needed.isEmpty || needed.contains($0.id) }
    let console = context.console
    return try await state.offer(environment) { [state, logIn] in
      let ways =
        needed.isEmpty || schemes.count == 1
        ? "" : " with \(usable.map(\.id).joined(separator: " or "))"
      guard try await console.confirm("sign in to \(environment.name)\(ways) now?") else {
        return false
      }
      let chosen = try await logIn.chosen(
        of: usable.isEmpty ? schemes : usable, nil, target, console)
      try await state.checkSignIn(by: chosen, to: target, asking: true)
      // No notice: the response to the request shows whether the secret was right.
      _ = try await logIn.signIn(by: chosen, to: target, user: nil, secret: nil, console)
      return true
    }
  }
}
