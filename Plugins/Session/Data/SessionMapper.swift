import FoundationEssentials
import SeashellKit

/// Turns what the shop says of a session into what the shell keeps and shows.
enum SessionMapper {
  /// The longest that an access token may claim to be good, in seconds: a hundred years.
  private static let longestLife = 3_155_760_000

  static func status(_ session: SessionDTO, in environment: String) -> SessionStatus {
    SessionStatus(user: session.user, environment: environment, expiresAt: session.expiresAt)
  }

  static func status(_ tokens: SessionTokens, in environment: String) -> SessionStatus {
    SessionStatus(user: tokens.user, environment: environment, expiresAt: tokens.expiresAt)
  }

  /// - Parameters:
  ///   - user: who signed in.
  ///   - origin: the origin of the shop that gave the tokens.
  ///   - now: when it gave them.
  /// - Throws: `APIError` `unavailable` where they cannot be used.
  static func tokens(
    _ grant: SessionGrantDTO, user: String, origin: String, at now: Date
  ) throws -> SessionTokens {
    for (name, token) in [
      ("access_token", grant.accessToken), ("refresh_token", grant.refreshToken),
    ] {
      guard token.isToken else {
        throw APIError(.unavailable, detail: "\(name) is empty or has characters that no token has")
      }
    }
    guard (0...longestLife).contains(grant.expiresIn) else {
      throw APIError(.unavailable, detail: "expires_in is \(grant.expiresIn)")
    }
    return SessionTokens(
      accessToken: grant.accessToken, refreshToken: grant.refreshToken,
      expiresAt: now.addingTimeInterval(Double(grant.expiresIn)), user: user, origin: origin)
  }
}
