public import SeashellHosting
public import SeashellKit

/// Signs in to the current environment and out of it.
public protocol SessionServiceProtocol: Sendable {
  /// Returns who is signed in to the current environment, as far as is known without asking the server.
  func user() async -> SignedInUser?

  /// Returns who is signed in to an environment, as far as is known without asking the server.
  func user(of environment: APIEnvironment) async -> SignedInUser?

  /// Returns the owner of the signed-in user's data; nil if no one is signed in.
  func owner() async -> DataOwner?

  /// Checks that the user can sign in, before asking for a password.
  ///
  /// - Throws: ``SessionError`` `variableInUse` or `notPrivate`.
  func checkSignIn() async throws

  /// Asks the server whether it has sessions, before asking the user for a password.
  ///
  /// - Throws: ``SessionError`` `noSessions`, or `APIError`.
  func checkServer() async throws

  /// Signs in, and replaces the previous session.
  ///
  /// - Throws: ``SessionError`` `wrongCredentials`, `noSessions` or `variableInUse`, or `APIError`.
  func logIn(user: String, password: SessionSecret) async throws -> Session

  /// Requests from the server who is signed in.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `sessionRefused` or `variableRefused`, or `APIError`.
  func status() async throws -> Session

  /// Exchanges the tokens for new ones.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `sessionRefused` or `variableInUse`, or `APIError`.
  func refresh() async throws -> Session

  /// Signs out. The stored tokens are removed even if the server cannot be reached.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `variableInUse`, or `notEndedByServer`.
  func logOut() async throws
}

extension SessionServiceProtocol {
  /// The user of the current environment, if it is this one.
  public func user(of environment: APIEnvironment) async -> SignedInUser? {
    let user = await user()
    return user?.environment == environment.name ? user : nil
  }
}
