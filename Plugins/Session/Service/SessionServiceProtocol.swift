import SeashellKit

/// Signs in to the shop of the environment that is chosen, and out of it.
protocol SessionServiceProtocol: Sendable {
  /// Says whether there is a session to sign in to, before anybody is asked for a password.
  ///
  /// - Throws: ``SessionError`` `variableServes` or `notPrivate`.
  func checkSignIn() async throws

  /// Signs in; a session that there was before is forgotten.
  ///
  /// - Throws: ``SessionError`` `wrongCredentials` or `variableServes`, or `APIError`.
  func logIn(user: String, password: SessionSecret) async throws -> SessionStatus

  /// Asks the shop who is signed in.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `refused` or `variableRefused`, or `APIError`.
  func status() async throws -> SessionStatus

  /// Exchanges the tokens for new ones.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `refused` or `variableServes`, or `APIError`.
  func refresh() async throws -> SessionStatus

  /// Signs out: the tokens of the file are gone afterwards, unless the user's environment has one.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `variableServes`, or `notTold` where the shop did not hear of it.
  func logOut() async throws
}
