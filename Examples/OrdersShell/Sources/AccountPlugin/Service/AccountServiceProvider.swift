import SeashellKit

/// Chooses the implementations of the service and of the authorizer; no other type names them.
@MainActor
enum AccountServiceProvider {
  static func makeAccountService(on context: ModuleContext) -> any AccountServiceProtocol {
    AccountService(client: context.client, store: store(of: context))
  }

  /// - Parameter signInHint: how the user can sign in.
  static func makeAuthorizer(on context: ModuleContext, signInHint: String) -> any Authorizer {
    KeyAuthorizer(client: context.client, store: store(of: context), signInHint: signInHint)
  }

  private static func store(of context: ModuleContext) -> KeyStore {
    KeyStore(directory: "\(context.directories.state)/keys")
  }
}
