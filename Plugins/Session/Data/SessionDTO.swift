import FoundationEssentials

/// A session as the shop describes it.
struct SessionDTO: Decodable {
  let user: String
  let expiresAt: Date

  enum CodingKeys: String, CodingKey {
    case user
    case expiresAt = "expires_at"
  }
}
