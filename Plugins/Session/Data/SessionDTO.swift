import FoundationEssentials

/// The current session in the JSON of the server's API.
struct SessionDTO: Decodable {
  let user: String
  let expiresAt: Date

  enum CodingKeys: String, CodingKey {
    case user
    case expiresAt = "expires_at"
  }
}

/// New tokens in the JSON of the server's API.
struct SessionGrantDTO: Decodable {
  let accessToken: SessionSecret
  let refreshToken: SessionSecret

  /// The lifetime of the access token, in seconds.
  let expiresIn: Int

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
  }
}
