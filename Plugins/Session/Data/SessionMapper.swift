import FoundationEssentials
import SeashellKit

/// Turns the API's sessions and tokens into the module's own, and validates them.
enum SessionMapper {
  /// The longest valid lifetime of an access token, in seconds: a hundred years.
  private static let maximumLifetime = 3_155_760_000

  /// Returns the session that the server describes.
  static func map(from dto: SessionDTO, in environment: String) -> Session {
    Session(user: dto.user, environment: environment, expiresAt: dto.expiresAt)
  }

  /// Returns the session that stored tokens belong to.
  static func map(from tokens: SessionTokens, in environment: String) -> Session {
    Session(user: tokens.user, environment: environment, expiresAt: tokens.expiresAt)
  }

  /// Returns the user that stored tokens belong to.
  static func map(from tokens: SessionTokens, in environment: String) -> SignedInUser {
    SignedInUser(name: tokens.user, environment: environment, expiresAt: tokens.expiresAt)
  }

  /// Returns the tokens that the server has granted.
  ///
  /// - Parameters:
  ///   - user: the user who signed in.
  ///   - origin: the origin of the server that issued the tokens.
  ///   - now: the time of issue.
  /// - Throws: `APIError` `unavailable` if the tokens are not valid.
  static func map(
    from grant: SessionGrantDTO, user: String, origin: String, at now: Date
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
