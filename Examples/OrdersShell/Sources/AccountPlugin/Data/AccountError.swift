import SeashellKit

/// The reason an operation on the account failed.
enum AccountError: Error, Equatable {
  /// The user is not signed in.
  case notSignedIn(environment: String)
  /// The server does not accept the key.
  case keyRefused(environment: String)
  /// The text has characters that a key cannot have.
  case invalidKey
  /// The connection to the environment is not encrypted, and leaves this machine.
  case notPrivate(environment: String)
  /// The file of the key is damaged.
  case damaged(file: String)
  /// The service's response is not a valid account.
  case unreadable(String)
}
