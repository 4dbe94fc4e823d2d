import FoundationEssentials
import SeashellKit

/// Turns the API's sessions and tokens into the module's own, and validates them.
enum SessionMapper {
  /// The longest valid lifetime of an access token, in seconds: a hundred years.
  private static let maximumLifetime = 3_155_760_000

  static func status(_ session: SessionDTO, in environment: String) -> SessionStatus {
    SessionStatus(user: session.user, environment: environment, expiresAt: session.expiresAt)
  }

  static func status(_ tokens: SessionTokens, in environment: String) -> SessionStatus {
    SessionStatus(user: tokens.user, environment: environment, expiresAt: tokens.expiresAt)
  }

  /// - Parameters:
  ///   - user: the user who signed in.
  ///   - origin: the origin of the server that issued the tokens.
  ///   - now: the time of issue.
  /// - Throws: `APIError` `unavailable` if the tokens are not valid.
  static func tokens(
    _ grant: SessionGrantDTO, user: String, origin: String, at now: Date
  ) throws -> SessionTokens {
    for (name, token) in [
      ("access_token", grant.accessToken), ("refresh_token", grant.refreshToken),
    ] {
      guard token.isToken else {
        throw APIError(
          .unavailable, detail: "\(name) is empty or has characters that a token cannot have")
      }
    }
    guard (0...maximumLifetime).contains(grant.expiresIn) else {
      throw APIError(.unavailable, detail: "expires_in is \(grant.expiresIn)")
    }
    return SessionTokens(
      accessToken: grant.accessToken, refreshToken: grant.refreshToken,
      expiresAt: now.addingTimeInterval(Double(grant.expiresIn)), user: user, origin: origin)
  }
}
