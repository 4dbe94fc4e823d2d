import WebMessages

/// Why a description, or a document that it refers to, was not fetched.
///
/// Its texts contain neither a query, which may hold a key, nor parts of a response.
struct DescriptionFetchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of error.
  enum Code: Sendable, Equatable {
    /// The address cannot be requested.
    case invalidAddress
    /// The service could not be reached, or its response was incomplete.
    case unconnected
    /// The server demands a credential, but none is sent.
    case needsCredential
    /// The server sent a status other than success.
    case status(Int)
    /// The document is larger than allowed.
    case tooLarge
    /// There are more documents than allowed.
    case tooMany
    /// The time limit was exceeded.
    case late
    /// The server redirects to a forbidden place, in a circle, or to a server that does not answer.
    case redirect
    /// The user has not approved the document's origin.
    case foreign
    /// The file is outside the description's folder, or cannot be read.
    case file
  }

  /// The kind of error.
  let code: Code

  /// What is wrong and what to do, in one line.
  let description: String

  /// The origins to ask the user about, for ``Code/foreign``, in the order of their discovery.
  let origins: [Origin]

  init(_ code: Code, _ description: String, origins: [Origin] = []) {
    self.code = code
    self.description = description
    self.origins = origins
  }
}
