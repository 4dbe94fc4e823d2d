import SeashellKit

/// The module `account`: signs in with an API key, and authorizes the requests of all modules.
///
/// It uses only the kit, and does for API keys what Seashell's `session` does for access tokens. A shell
/// has one of the two.
public final class AccountModule: FeatureModule {
  /// The word before the module's commands.
  public let name = "account"

  /// The module's description in `help`.
  public let abstract = "Sign in with an API key, and sign out"

  /// The account as the commands last saw it.
  let state: AccountState

  private let context: ModuleContext
  private let service: any AccountServiceProtocol

  /// Creates the module on the API of the current environment.
  public convenience init(_ context: ModuleContext) {
    self.init(context, service: AccountServiceProvider.makeAccountService(on: context))
  }

  /// Creates the module on another service, such as a mock.
  init(_ context: ModuleContext, service: any AccountServiceProtocol) {
    self.context = context
    self.service = service
    state = context.state { AccountState(service: service, user: context.user) }
  }

  /// `login`, `status` and `logout`.
  public var commands: [any Command] {
    [LogIn(state: state), ShowAccount(state: state), LogOut(state: state)]
  }

  /// Forgets the account when the server rejects its key, and when the user switches the environment.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    [
      bus.subscribeOnMain(to: Unauthorized.self) { [state] _ in state.forget() },
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [state] _ in state.forget() },
    ]
  }

  /// Adds the key to all requests, and lets other modules know the signed-in user.
  ///
  /// - Throws: `ShellError` if another module already authorizes requests.
  public func load(in shell: any ShellPort) throws {
    try context.install(
      AccountServiceProvider.makeAuthorizer(on: context, signInHint: AccountError.signIn))
    context.user.install(self)
  }

  /// Sends requests without a key again.
  public func unload() {
    context.removeAuthorizer()
    context.user.removeSource()
    state.forget()
  }
}

extension AccountModule: UserSource {
  /// Returns the user of the stored key.
  public func user(of client: EnvironmentClient) async -> SignedInUser? { await service.user() }
}
