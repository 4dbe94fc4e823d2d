import SeashellKit

/// Chooses the implementations of the service and of the authorizer; nothing else names them.
@MainActor
enum SessionServiceProvider {
  static func service(
    _ context: ModuleContext, _ store: SessionTokenStore, _ variable: SessionVariable?
  ) -> any SessionServiceProtocol {
    SessionService(
      client: context.client, store: store,
      renewal: SessionRenewal(client: context.client, store: store), variable: variable,
      tokenVariable: context.identity.tokenVariable)
  }

  static func authorizer(
    _ context: ModuleContext, _ store: SessionTokenStore, _ variable: SessionVariable?
  ) -> any Authorizer {
    SessionAuthorizer(
      client: context.client, store: store,
      renewal: SessionRenewal(client: context.client, store: store), variable: variable,
      signInHint: context.console.isInteractive
        ? SessionError.signIn : SessionError.signInOrSet(context.identity.tokenVariable),
      notify: { [console = context.console] in console.notify($0) })
  }

  /// The tokens, which the service and the authorizer share.
  static func store(_ context: ModuleContext) -> SessionTokenStore {
    SessionTokenStore(directory: "\(context.directories.state)/tokens", clock: context.clock)
  }
}
