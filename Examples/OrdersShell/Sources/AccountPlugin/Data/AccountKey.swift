import SeashellKit

/// An API key, which descriptions do not show.
struct AccountKey: Sendable, Equatable {
  /// The header field that a key is sent in.
  static let headerField = "X-Api-Key"

  let text: String

  /// - Throws: ``AccountError`` `invalidKey` if a header field cannot have the text.
  init(_ text: String) throws(AccountError) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalidKey
    }
    self.text = text
  }
}

extension AccountKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the text.
  var description: String { "…" }

  /// Hides the text.
  var debugDescription: String { description }

  /// Hides the text.
  var customMirror: Mirror { Mirror(self, children: []) }
}
