public import FoundationEssentials

/// A user who is signed in to an environment, and when the session must be renewed.
public struct SignedInUser: Sendable, Hashable {
  /// The user's name; nil if only the access token is known.
  public let name: String?

  /// The name of the environment.
  public let environment: String

  /// Distinguishes the account from others of the environment, if possible: the name, or a part of the
  /// token's hash.
  ///
  /// It is not secret.
  public let account: String?

  /// When the session must be renewed, which happens automatically; nil if that is unknown.
  public let expiresAt: Date?

  /// Creates a user.
  ///
  /// - Parameter account: distinguishes the account from others; nil uses the name.
  public init(name: String?, environment: String, expiresAt: Date?, account: String? = nil) {
    self.name = name
    self.account = account ?? name
    self.environment = environment
    self.expiresAt = expiresAt
  }
}
