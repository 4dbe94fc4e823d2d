import FoundationEssentials

/// The tokens of a session, as they are stored in a file.
struct SessionTokens: Sendable, Equatable, Codable {
  /// Authorizes requests.
  let accessToken: SessionSecret

  /// Can be exchanged for new tokens, once.
  let refreshToken: SessionSecret

  /// When the access token expires.
  let expiresAt: Date

  /// The user who signed in.
  let user: String

  /// The origin of the server that issued the tokens; they are sent nowhere else.
  let origin: String

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresAt = "expires_at"
    case user
    case origin
  }
}
