import CoreSystem
public import FoundationEssentials

/// A user who is signed in to an environment, and until when.
public struct SignedInUser: Sendable, Hashable {
  /// The user's name; nil if only a token of theirs is known.
  public let name: String?

  /// The name of the environment.
  public let environment: String

  /// What tells the account from every other one of the environment: the name, or something made from
  /// the token; nil if it is not known.
  ///
  /// It is no secret.
  public let account: String?

  /// When the session must be renewed, which happens by itself; nil if it is unknown.
  public let expiresAt: Date?

  /// Creates a user.
  ///
  /// - Parameter account: what tells the account from others; nil for the name.
  public init(name: String?, environment: String, expiresAt: Date?, account: String? = nil) {
    self.name = name
    self.account = account ?? name
    self.environment = environment
    self.expiresAt = expiresAt
  }

  /// Returns what tells the account of an access token from others, if its name is not known.
  ///
  /// It is a part of the token's hash, so it is no secret, and is another one for each token.
  public static func account(ofToken token: String) -> String {
    "token-" + SHA256.digest(of: Array(token.utf8)).prefix(16)
  }
}
