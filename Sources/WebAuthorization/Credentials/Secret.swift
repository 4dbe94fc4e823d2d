/// A password, key or token that is hidden in descriptions, mirrors and string interpolation.
public struct Secret: Sendable, Hashable {
  /// The secret itself.
  public let text: String

  /// Creates a secret.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether it can be sent in a header field; RFC 6750, section 2.1, allows fewer characters.
  public var isToken: Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension Secret: Codable {
  /// Decodes the text.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the text.
  public var description: String { "…" }

  /// Hides the text.
  public var debugDescription: String { description }

  /// Hides the text.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
