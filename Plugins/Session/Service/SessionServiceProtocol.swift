import SeashellKit

/// Signs in to the shop of the environment that is chosen, and out of it.
protocol SessionServiceProtocol: Sendable {
  /// Signs in; a session that there was before is forgotten.
  ///
  /// - Throws: ``SessionError`` `wrongCredentials`, or `APIError`.
  func logIn(user: String, password: SessionSecret) async throws -> SessionStatus

  /// Asks the shop who is signed in.
  ///
  /// - Throws: ``SessionError`` `notSignedIn` or `refused`, or `APIError`.
  func status() async throws -> SessionStatus

  /// Exchanges the tokens for new ones.
  ///
  /// - Throws: ``SessionError`` `notSignedIn` or `refused`, or `APIError`.
  func refresh() async throws -> SessionStatus

  /// Signs out: the tokens are gone afterwards, whatever is thrown.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, or `notTold` where the shop did not hear of it.
  func logOut() async throws
}
