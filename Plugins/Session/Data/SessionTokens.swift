import FoundationEssentials

/// What a shop gave at sign-in, as it is kept in a file.
struct SessionTokens: Sendable, Equatable, Codable {
  /// Goes with every request.
  let accessToken: SessionSecret

  /// Gets new tokens, once.
  let refreshToken: SessionSecret

  /// When the access token ends.
  let expiresAt: Date

  /// Who signed in.
  let user: String

  /// The origin of the shop that gave the tokens; they go nowhere else.
  let origin: String

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresAt = "expires_at"
    case user
    case origin
  }

  /// The value of the header field `Authorization` (RFC 6750, section 2.1).
  var authorization: String { "Bearer \(accessToken.text)" }
}
