public import FoundationEssentials

/// Who is signed in to which environment, and until when.
public struct Session: Sendable, Equatable {
  /// The user's name.
  public let user: String

  /// The name of the environment.
  public let environment: String

  /// When the access token expires; it is then renewed, as long as the server allows it.
  public let expiresAt: Date

  /// Creates a session.
  public init(user: String, environment: String, expiresAt: Date) {
    self.user = user
    self.environment = environment
    self.expiresAt = expiresAt
  }
}
