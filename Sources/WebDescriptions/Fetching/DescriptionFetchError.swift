package import WebMessages

/// The reason that a description, or a document that it refers to, was not fetched.
///
/// No text of it has a query, which may hold a key, or a part of a response.
package struct DescriptionFetchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of error.
  package enum Code: Sendable, Equatable {
    /// The address cannot be requested.
    case invalidAddress
    /// The service was not reached, or its response did not come whole.
    case unconnected
    /// The server wants a credential, and none is sent.
    case needsCredential
    /// The server sent another status than success.
    case status(Int)
    /// There is more than is read.
    case tooLarge
    /// There are more documents than are read.
    case tooMany
    /// It took too long.
    case late
    /// The server redirects to where it must not, or in a circle, or to a server that does not answer.
    case redirect
    /// The document is on an origin that the user has not agreed to.
    case foreign
    /// A file is elsewhere than in the description's folder, or cannot be read.
    case file
  }

  /// The kind of error.
  package let code: Code

  /// What is wrong, and what can be done, in one line.
  package let description: String

  /// The origins to ask the user about, for ``Code/foreign``, in the order in which they were met.
  package let origins: [Origin]

  init(_ code: Code, _ description: String, origins: [Origin] = []) {
    self.code = code
    self.description = description
    self.origins = origins
  }
}
