import WebMessages

/// The header fields that a configuration may set.
enum ConfiguredHeader {
  /// Header fields that the client sets for each request.
  private static let ownHeaders: Set = ["content-type", "idempotency-key", "if-none-match"]

  /// Returns why a header field cannot be set; nil if it can.
  static func problem(of name: String) -> String? {
    guard HTTPHeaders.isName(name) else { return "is not a valid header field name" }
    guard !HTTPHeaders.isReserved(name), !ownHeaders.contains(name.lowercased()) else {
      return "cannot be set, since the client sets it itself"
    }
    return nil
  }
}
