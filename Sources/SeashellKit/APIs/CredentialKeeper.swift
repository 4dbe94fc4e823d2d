public import WebAPI

/// Holds the credentials of all APIs, and knows their users; ``APIRegistry/install(_:)`` takes it, one at a time.
@MainActor
public protocol CredentialKeeper: UserSource {
  /// Returns what adds credentials to the requests of an API.
  ///
  /// It is called when the API is first used, and when its description has changed.
  func authorizer(of api: API) -> any Authorizer

  /// Removes everything that is stored about the users of an API which is removed.
  ///
  /// - Throws: an error if a file cannot be removed.
  func removeCredentials(of api: String) throws
}
