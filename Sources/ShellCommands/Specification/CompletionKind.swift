/// The name of the kind of word that a completion source completes, such as `products.id`.
///
/// A module can name its kinds once, so that its commands cannot mistype them:
///
/// ```swift
/// extension CompletionKind {
///   static let orders: CompletionKind = "orders.id"
/// }
/// ```
public struct CompletionKind: Sendable, Codable, Hashable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String

  /// A file's name.
  package static let file: CompletionKind = "files"

  /// A file as `@FILE`, which stands for what is in it.
  package static let fileReference: CompletionKind = "@file"

  /// Whether the words are ids of records: `products.id`.
  var isID: Bool { name.hasSuffix(".id") }

  /// Creates a kind from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a kind from its name.
  public init(stringLiteral name: String) { self.name = name }

  /// Decodes a kind from its name.
  public init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
