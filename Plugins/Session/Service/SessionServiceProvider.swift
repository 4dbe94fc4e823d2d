import SeashellKit

/// Chooses the implementations of the service and of the authorizer; nothing else names them.
@MainActor
enum SessionServiceProvider {
  static func makeSessionService(
    _ context: ModuleContext, _ store: SessionTokenStore, _ variable: SessionVariable?
  ) -> any SessionServiceProtocol {
    SessionService(
      client: context.client, store: store,
      renewal: SessionRenewal(client: context.client, store: store), variable: variable,
      tokenVariable: context.identity.tokenVariable)
  }

  /// - Parameters:
  ///   - signInHint: how the user can sign in.
  ///   - remedy: what the user can do if the server does not accept the variable's token.
  ///   - warn: called once, with the reason why a request has no token, or one that is refused.
  static func makeAuthorizer(
    _ context: ModuleContext, _ store: SessionTokenStore, _ variable: SessionVariable?,
    signInHint: String, remedy: String?, warn: @escaping @MainActor @Sendable (SessionError) -> Void
  ) -> any Authorizer {
    SessionAuthorizer(
      client: context.client, store: store,
      renewal: SessionRenewal(client: context.client, store: store), variable: variable,
      signInHint: signInHint, remedy: remedy, warn: warn,
      userHasChanged: { [weak user = context.user] in _ = await user?.update() })
  }

  /// The tokens, which the service and the authorizer share.
  static func makeStore(_ context: ModuleContext) -> SessionTokenStore {
    SessionTokenStore(directory: "\(context.directories.state)/tokens", clock: context.clock)
  }
}
