public import SeashellKit

/// The module `session`: signs in and out, and authorizes the requests of all modules.
@MainActor
public final class SessionModule: FeatureModule {
  /// The module's name, which precedes its commands: `session`.
  public let name = "session"

  /// The module's description in `help`.
  public let abstract = "Sign in and sign out"

  /// True: it is about all APIs.
  public let isAboutShell = true

  private let context: ModuleContext
  private let state: SessionState
  private let service: any SessionServiceProtocol
  private let authorizer: any Authorizer
  private let variable: SessionVariable?

  /// Creates the module.
  ///
  /// If the shell was started with an access token, that token is the session on the current
  /// environment: see ``SeashellKit/ModuleContext/takeToken()``.
  ///
  /// - Parameters:
  ///   - context: what the module can use.
  ///   - service: signs in and out; by default, the shop's API does.
  public init(_ context: ModuleContext, service: (any SessionServiceProtocol)? = nil) {
    let (identity, console) = (context.identity, context.console)
    let variable = context.takeToken().map {
      SessionVariable(identity.tokenVariable, $0, for: context.client.environment)
    }
    let store = SessionServiceProvider.makeStore(context)
    let service =
      service ?? SessionServiceProvider.makeSessionService(context, store, variable)
    self.context = context
    self.service = service
    self.variable = variable
    authorizer = SessionServiceProvider.makeAuthorizer(
      context, store, variable,
      signInHint: console.isInteractive
        ? SessionError.signIn : SessionError.signInOrSet(identity.tokenVariable),
      remedy: variable.map { SessionError.renew($0.name) },
      warn: { console.notify($0.warning) })
    state = context.state {
      SessionState(
        service: service, user: context.user, apis: { [unowned context] in context.apis },
        waitingWrites: { [weak context] in await context?.waitingWrites(of: $0) ?? 0 })
    }
  }

  /// `login`, `status`, `refresh` and `logout`.
  public var commands: [any Command] {
    [
      LogIn(identity: context.identity, state: state), ShowSession(state: state),
      RefreshSession(state: state), LogOut(state: state),
    ]
  }

  /// Clears the status when the session ends or the user switches the environment.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    // Those of other APIs say nothing of this session.
    let api = context.client.environmentID.api
    return [
      bus.subscribeOnMain(to: Unauthorized.self) { [state] event in
        if event.environment.api == api { state.forget() }
      },
      bus.subscribeOnMain(to: SignedOut.self) { [state] _ in state.forget() },
      bus.subscribeOnMain(to: DataInvalidated.self) { [state] event in
        if event.resource == nil, event.environment.api == api { state.forget() }
      },
    ]
  }

  /// Adds the session's token to all requests, and tells other modules who is signed in.
  ///
  /// - Throws: `ShellError` if another module already authorizes requests, or if the token that the
  ///   shell was started with cannot be one.
  public func load() throws {
    try variable?.check()
    try context.install(authorizer)
    context.user.provider = { [service] in await service.user() }
    if let variable, !variable.isSent {
      let name = context.client.environment.name
      context.console.notify(
        "\(variable.name) is not sent to \(name), because the connection is not encrypted")
    }
  }

  /// Sends requests without a token again.
  public func unload() {
    context.removeAuthorizer()
    context.user.provider = nil
  }
}
