/// Why a document cannot be read, or an index cannot be used.
struct DescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
  enum Code: Sendable {
    /// The text is neither JSON nor YAML.
    case malformed
    /// The text is not an OpenAPI document, or its version is unknown.
    case unsupported
    /// A limit is exceeded; the description names it.
    case limit
    /// A reference to another document is not allowed or cannot be read.
    case reference
    /// A required library is not installed.
    case unavailable
    /// An index is damaged or of another version, and must be created again.
    case index
    /// A file cannot be read or written.
    case system
  }

  let code: Code

  /// One sentence for users, without a full stop.
  let description: String

  /// Creates an error; its description is cut after 500 characters.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = String(description.prefix(500))
  }
}
