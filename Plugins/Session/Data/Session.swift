public import FoundationEssentials

/// What is known of the session in an environment; all but its place is nil without a session.
struct SessionStatus {
  let api: String
  let environment: String
  var user: String?
  /// How requests are authorized: `session`, or `bearer` by a token in a variable.
  var scheme: String?
  var expiresAt: Date?
}

/// A session: its user, its environment and its end.
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
