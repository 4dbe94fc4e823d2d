public import FoundationEssentials

/// How requests to an environment are authorized: by whom, with what, and until when.
public struct Session: Sendable, Equatable {
  /// The user's name, or the id of an OAuth client; nil if it is not known.
  public let user: String?

  /// The name of the environment.
  public let environment: String

  /// The id of the scheme, such as `session`, or `bearer` for a token in a variable.
  public let scheme: String

  /// The scopes that were granted; nil if they are not known.
  public let scopes: [String]?

  /// When the access token expires, which is then renewed as long as the server allows it; nil if it is not
  /// known.
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
