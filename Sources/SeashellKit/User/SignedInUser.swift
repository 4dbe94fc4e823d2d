public import FoundationEssentials

/// Who is signed in to which environment, and until when.
public struct SignedInUser: Sendable, Hashable {
  /// The user's name; nil if only a token of theirs is known.
  public let name: String?

  /// The name of the environment.
  public let environment: String

  /// When the session must be renewed, which happens by itself; nil if it is unknown.
  public let expiresAt: Date?

  /// Creates a user.
  public init(name: String?, environment: String, expiresAt: Date?) {
    self.name = name
    self.environment = environment
    self.expiresAt = expiresAt
  }
}
