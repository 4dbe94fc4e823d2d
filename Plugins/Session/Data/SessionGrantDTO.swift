/// Tokens as the shop gives them.
struct SessionGrantDTO: Decodable {
  let accessToken: SessionSecret
  let refreshToken: SessionSecret

  /// How long the access token is good, in seconds.
  let expiresIn: Int

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
  }
}
