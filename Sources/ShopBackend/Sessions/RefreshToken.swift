import CoreSQLite
import CoreSystem
import WebMessages

struct RefreshToken {
  enum Use: Equatable {
    /// New tokens: this is its first use.
    case first
    /// New tokens again: the client has probably lost the first response.
    case again
    /// No tokens, and the session ends: someone else has its tokens too.
    case replay
  }

  /// The time after its first use during which a token may be used again, in seconds.
  static let grace = 60

  let session: Int
  let replacedAt: Int?
  let successor: [UInt8]
  let isSpent: Bool

  static let problem = ShopProblem.unauthorized(
    "invalid_refresh_token", "The refresh token is invalid or expired. Sign in again.")

  static func find(_ hash: [UInt8], in database: Database, now: Int) throws -> RefreshToken? {
    try database.first(
      """
      SELECT session, replaced_at, successor, spent FROM refresh_tokens
      WHERE hash = ? AND expires_at > ?
      """, .blob(hash), .integer(now)
    ) { row in
      RefreshToken(
        session: row.integer(0), replacedAt: row.isNull(1) ? nil : row.integer(1),
        successor: row.blob(2), isSpent: row.integer(3) != 0)
    }
  }

  /// `successorIsUnused` is whether the token that replaced it is unused.
  func use(at now: Int, successorIsUnused: Bool) -> Use {
    guard let replacedAt else { return .first }
    let isInTime = now - replacedAt <= Self.grace
    return !isSpent && isInTime && successorIsUnused ? .again : .replay
  }
}

/// A secret of 256 random bits, which the shop sends once and stores as a hash.
struct Token {
  let text: String

  var hash: [UInt8] { SHA256.digest(text.utf8) }

  init(_ text: String) {
    self.text = text
  }

  /// Creates a token from the system's random numbers, in base64url without padding.
  static func random() -> Token {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
    // 43 digits of 6 bits are 258 bits.
    let digits = (0..<43).map { _ in Character(alphabet[Int.random(in: 0..<64)]) }
    return Token(String(digits))
  }

  /// Reads `Authorization: Bearer …`; nil if the request has none.
  init?(_ request: ShopRequest) {
    guard let parts = request.headers["Authorization"]?.split(separator: " "), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    text = String(parts[1])
  }
}
