import SeashellHosting
import SeashellKit

/// A scheme of an environment, with its credential.
final class SignInWay: Sendable {
  let scheme: SecurityScheme
  /// Where what the user has signed in with is stored, or what was issued for a configured credential.
  let file: CredentialFile
  let authorizer: any SchemeAuthorizer
  /// Returns the credential that the configuration has; nil if users sign in.
  let source: CredentialSource?
  /// Stores what the user has signed in with where the configuration reads it; nil if nothing does.
  let store: (@MainActor @Sendable (Secret) async throws -> Void)?
  /// Has what the configuration names read again; nil if it names nothing.
  let forget: (@MainActor @Sendable () -> Void)?

  init(
    scheme: SecurityScheme, file: CredentialFile, authorizer: any SchemeAuthorizer,
    source: CredentialSource?, store: (@MainActor @Sendable (Secret) async throws -> Void)?,
    forget: (@MainActor @Sendable () -> Void)?
  ) {
    (self.scheme, self.file, self.authorizer) = (scheme, file, authorizer)
    (self.source, self.store, self.forget) = (source, store, forget)
  }

  /// Whether the configuration has the credential.
  var isConfigured: Bool { source != nil }

  /// The authorizer if it renews tokens; nil if there are none.
  var tokens: TokenAuthorizer? { authorizer as? TokenAuthorizer }
}

/// The ways in which requests to an environment are authorized.
///
/// It is a class, since each request gets it: to copy an environment costs more than all the rest.
final class SignInWays: Sendable {
  let environment: APIEnvironment
  let ways: [SignInWay]
  let authorizer: SecurityAuthorizer

  /// Whether the configuration has all credentials, so that users do not sign in.
  let isConfigured: Bool

  /// The only way, of an API whose description leaves no choice, such as the shop's; nil if there is more to
  /// think about.
  let only: SignInWay?

  /// - Parameter isUsual: whether the API's description says nothing of requests that say nothing themselves.
  init(
    _ environment: APIEnvironment, _ ways: [SignInWay], _ authorizer: SecurityAuthorizer,
    isUsual: Bool
  ) {
    (self.environment, self.ways, self.authorizer) = (environment, ways, authorizer)
    isConfigured = environment.credentials != nil && ways.allSatisfy(\.isConfigured)
    only = isUsual && environment.credentials == nil && ways.count == 1 ? ways[0] : nil
  }

  /// Has what the configuration names read again.
  @MainActor
  func forgetConfigured() {
    for way in ways { way.forget?() }
  }

  /// Returns what tells the accounts of all credentials from others; nil if there are none.
  func account() async throws -> String? {
    var held: [Credential] = []
    for way in ways {
      if let credential = try await way.authorizer.credential() { held.append(credential) }
    }
    return SessionMapper.account(of: held)
  }

  func way(_ id: String) -> SignInWay? { ways.first { $0.scheme.id == id } }
}
