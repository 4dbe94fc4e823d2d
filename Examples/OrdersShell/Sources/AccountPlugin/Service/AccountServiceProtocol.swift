import SeashellKit

/// Signs in with a key, and out.
///
/// Implementations throw ``AccountError`` or `APIError`, or `CancellationError` if their task was
/// cancelled.
protocol AccountServiceProtocol: Sendable {
  /// Returns who has the stored key; nil if there is none. It sends no request.
  func user() async -> SignedInUser?

  /// Checks that a key may be sent to the environment.
  func checkSignIn() async throws

  /// Asks the server whose key it is, and stores it.
  func signIn(with key: AccountKey) async throws -> Account

  /// Asks the server whose the stored key is.
  func account() async throws -> Account

  /// Removes the stored key, and returns the event that says whose it was.
  func signOut() async throws -> SignedOut
}
