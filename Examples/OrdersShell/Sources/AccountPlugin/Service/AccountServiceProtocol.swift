import SeashellKit

/// Signs in with a key, and out.
///
/// Implementations throw ``AccountError`` or `APIError`, or `CancellationError` if their task was
/// cancelled.
protocol AccountServiceProtocol: Sendable {
  /// Returns the user of the stored key; nil without a key. It sends no request.
  func user() async -> SignedInUser?

  /// Checks that a key may be sent to the environment.
  func checkSignIn() async throws

  /// Asks the server for the user of a key, and stores the key.
  func signIn(with key: AccountKey) async throws -> Account

  /// Asks the server for the user of the stored key.
  func account() async throws -> Account

  /// Removes the stored key, and returns an event with its user.
  func signOut() async throws -> SignedOut
}
