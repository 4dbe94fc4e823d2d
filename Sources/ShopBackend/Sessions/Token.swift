import WebMessages

/// A secret of 256 random bits, which the shop gives away once and keeps only as a hash.
struct Token {
  let text: String

  /// What the shop keeps.
  var hash: [UInt8] { SHA256.digest(text.utf8) }

  init(_ text: String) {
    self.text = text
  }

  /// Makes a token from the system's random numbers, in base64url without padding.
  static func random() -> Token {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
    // 43 digits of 6 bits each hold 258.
    let digits = (0..<43).map { _ in Character(alphabet[Int.random(in: 0..<64)]) }
    return Token(String(digits))
  }

  /// Reads `Authorization: Bearer …`; nil where there is none.
  init?(_ request: ShopRequest) {
    guard let parts = request.headers["Authorization"]?.split(separator: " "), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    text = String(parts[1])
  }
}
