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

  /// Makes the module.
  public convenience init(_ context: ModuleContext) {
    self.init(context, service: SessionServiceProvider.service(context))
  }

  init(_ context: ModuleContext, service: any SessionServiceProtocol) {
    self.context = context
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
    try context.install(SessionServiceProvider.authorizer(context))
  }

  /// Has requests go without a token again.
  public func unload() {
    context.removeAuthorizer()
  }
}
