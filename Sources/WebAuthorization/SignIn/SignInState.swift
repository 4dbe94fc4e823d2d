import FoundationEssentials
import WebMessages

/// The random text by which the answer of one sign-in is recognized (RFC 6749, section 10.12).
struct SignInState: Sendable {
  let text = Self.random()

  /// Whether it is the `state` in the query of an answer.
  func isIn(_ query: Substring) -> Bool {
    query.split(separator: "&").contains { part in
      part.hasPrefix("state=")
        && PercentEncoding.decodeStrictly(part.dropFirst(6), plusIsSpace: true).map(isSame) == true
    }
  }

  /// Compares in a time that does not depend on where the texts differ.
  func isSame(_ other: String) -> Bool {
    other.utf8.count == text.utf8.count
      && zip(other.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 32 random bytes from the system (getrandom) in base64url.
  static func random() -> String {
    var system = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: 0...255, using: &system) })
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .filter { $0 != "=" }
  }
}
