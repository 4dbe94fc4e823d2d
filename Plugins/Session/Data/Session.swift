public import FoundationEssentials

/// The authorization of requests to an environment: its user, scheme, scopes and end.
public struct Session: Sendable, Equatable {
  /// The user's name, or the id of an OAuth client, if it is known.
  public let user: String?

  /// The name of the environment.
  public let environment: String

  /// The id of the scheme, such as `session`, or `bearer` for a token in a variable.
  public let scheme: String

  /// The granted scopes; nil if they are unknown.
  public let scopes: [String]?

  /// When the access token expires, if that is known; it is then renewed as long as the server allows it.
  public let expiresAt: Date?

  /// Creates a session.
  public init(
    user: String?, environment: String, scheme: String = "session", scopes: [String]? = nil,
    expiresAt: Date? = nil
  ) {
    (self.user, self.environment, self.scheme) = (user, environment, scheme)
    (self.scopes, self.expiresAt) = (scopes, expiresAt)
  }
}
