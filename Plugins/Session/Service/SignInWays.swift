import SeashellHosting
import SeashellKit

final class SignInWay: Sendable {
  let scheme: SecurityScheme
  /// The file with the credential of a user, or with the token issued for a configured credential.
  let file: CredentialFile
  let authorizer: any SchemeAuthorizer
  /// Returns the credential that the configuration has; nil if users sign in.
  let source: CredentialSource?
  /// Returns the id and the secret of the client with which users sign in, if the configuration has them.
  let client: CredentialSource?
  /// Stores what the user has signed in with where the configuration reads it; nil if nothing does.
  let store: (@MainActor @Sendable (Secret) async throws -> Void)?
  /// Discards the configured secret, so that it is read again, if there is one.
  let forget: (@MainActor @Sendable () -> Void)?

  init(
    scheme: SecurityScheme, file: CredentialFile, authorizer: any SchemeAuthorizer,
    source: CredentialSource?, client: CredentialSource? = nil,
    store: (@MainActor @Sendable (Secret) async throws -> Void)?,
    forget: (@MainActor @Sendable () -> Void)?
  ) {
    (self.scheme, self.file, self.authorizer) = (scheme, file, authorizer)
    (self.source, self.client, self.store, self.forget) = (source, client, store, forget)
  }

  var isConfigured: Bool { source != nil }

  var tokens: TokenAuthorizer? { authorizer as? TokenAuthorizer }
}

/// The ways to authorize requests to an environment.
///
/// It is a class because each request gets it: copying an environment would cost more than everything else.
final class SignInWays: Sendable {
  let environment: APIEnvironment
  let ways: [SignInWay]
  let authorizer: SecurityAuthorizer

  /// Whether the configuration has all credentials, so that users do not sign in.
  let isConfigured: Bool

  /// The only way, if the API's description leaves no choice, as with the shop; nil otherwise.
  let only: SignInWay?

  /// - Parameter isUsual: whether the API's description has no default for requests that do not name their
  ///   requirements.
  init(
    _ environment: APIEnvironment, _ ways: [SignInWay], _ authorizer: SecurityAuthorizer,
    isUsual: Bool
  ) {
    (self.environment, self.ways, self.authorizer) = (environment, ways, authorizer)
    isConfigured = environment.credentials != nil && ways.allSatisfy(\.isConfigured)
    only = isUsual && environment.credentials == nil && ways.count == 1 ? ways[0] : nil
  }

  /// Discards the configured secrets, so that they are read again.
  @MainActor
  func forgetConfigured() {
    for way in ways { way.forget?() }
  }

  func account() async throws -> String? {
    var held: [Credential] = []
    for way in ways {
      if let credential = try await way.authorizer.credential() { held.append(credential) }
    }
    return SessionMapper.account(of: held)
  }

  func way(_ id: String) -> SignInWay? { ways.first { $0.scheme.id == id } }
}
