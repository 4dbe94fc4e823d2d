public import WebAPI
public import WebAuthorization

/// Holds the credentials of all APIs, and knows their users; ``APIRegistry/install(_:)`` takes it, one at a time.
@MainActor
public protocol CredentialKeeper: UserSource {
  /// Returns what adds credentials to the requests of an API.
  ///
  /// It is called when the API is first used, and when its description has changed.
  func authorizer(of api: API) -> any Authorizer

  /// Stores a credential that a user has given for an API's current environment, as signing in does.
  ///
  /// - Parameters:
  ///   - credential: the user, if the scheme has one, and the secret.
  ///   - scheme: one of the API's schemes, which needs no request to sign in.
  ///   - api: the API.
  /// - Throws: an error if the credential cannot be stored, or must not be sent to the environment.
  func keep(_ credential: Credential, for scheme: SecurityScheme, of api: API) async throws

  /// Removes everything that is stored about the users of an API which is removed.
  ///
  /// - Throws: an error if a file cannot be removed.
  func removeCredentials(of api: String) throws
}
