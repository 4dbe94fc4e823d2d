public import SeashellKit

/// The session: signing in to the shop, and the credentials of every module's requests.
@MainActor
public final class SessionModule: FeatureModule {
  /// The word before its commands: `session`.
  public let name = "session"

  /// What the module is for.
  public let abstract = "Sign in to the shop and out of it"

  private let context: ModuleContext
  private let state: SessionState
  private let variable: SessionVariable?

  /// Makes the module.
  public convenience init(_ context: ModuleContext) {
    self.init(context, service: SessionServiceProvider.service(context, nil))
  }

  /// Makes the module with a token for the environment that is chosen now, as continuous integration
  /// gives it in `SEASHELL_TOKEN`.
  ///
  /// - Throws: `ShellError` `usage` where the text is no token.
  public convenience init(_ context: ModuleContext, token: String) throws {
    let variable = try SessionVariable(token, for: context.client.environment)
    self.init(
      context, service: SessionServiceProvider.service(context, variable), variable: variable)
  }

  init(
    _ context: ModuleContext, service: any SessionServiceProtocol, variable: SessionVariable? = nil
  ) {
    self.context = context
    self.variable = variable
    state = context.state { SessionState(service: service, bus: context.bus) }
  }

  /// `login`, `status`, `refresh` and `logout`.
  public var commands: [any Command] {
    [
      LogIn(state: state, console: context.console), ShowSession(state: state),
      RefreshSession(state: state, console: context.console),
      LogOut(state: state, console: context.console),
    ]
  }

  /// Hears that the session is over, and that another environment was chosen.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    [
      bus.subscribeOnMain(to: Unauthorized.self) { [state] _ in state.forget() },
      bus.subscribeOnMain(to: DataInvalidated.self) { [state] event in
        if event.resource == nil { state.forget() }
      },
    ]
  }

  /// Has requests carry the session's token.
  ///
  /// - Throws: `ShellError` where another module authorizes them already.
  public func load() throws {
    try context.install(SessionServiceProvider.authorizer(context, variable))
    if let variable, !variable.isSent {
      let name = context.client.environment.name
      context.console.notify(
        "\(SessionVariable.name) is not sent to \(name), which is reached neither over https nor on"
          + " this machine")
    }
  }

  /// Has requests go without a token again.
  public func unload() {
    context.removeAuthorizer()
  }
}
