/// Why a document cannot be read, or an index cannot be used.
package struct DescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of error.
  package enum Code: Sendable {
    /// The text is neither JSON nor YAML.
    case malformed
    /// The text is no OpenAPI document, or of a version that is not known.
    case unsupported
    /// A limit is exceeded; the description names it.
    case limit
    /// A reference to another document is refused or cannot be read.
    case reference
    /// The library that is needed is not installed.
    case unavailable
    /// An index is damaged or of another version: it must be made again.
    case index
    /// A file cannot be read or written.
    case system
  }

  /// What kind of error it is.
  package let code: Code

  /// One sentence for users, without a full stop.
  package let description: String

  /// Creates an error; its description is cut after 500 characters.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = String(description.prefix(500))
  }
}
