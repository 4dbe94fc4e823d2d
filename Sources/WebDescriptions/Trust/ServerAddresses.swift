/// Decides what the servers of a description mean, given the address that the user typed.
///
/// The origin is what the user typed. A server of the document gives its path; one on another origin must
/// be agreed to.
package struct ServerAddresses: Sendable {
  /// The address that the user typed: of the document, or of the API.
  package let typed: String

  /// Returns the origin of an absolute URL in a normal form: `https://example.com:443`.
  ///
  /// The caller gives the one function that decides what an origin is.
  package let origin: @Sendable (_ url: String) -> String?

  /// Where a server's requests go.
  package enum Base: Sendable, Equatable {
    /// To this URL, at the origin that the user typed.
    case typed(String)
    /// To another origin, if the user agrees.
    case foreign(ForeignServer)
    /// Nowhere: the reason, in one sentence.
    case unusable(String)
  }

  /// Creates the decision for a typed address.
  package init(typed: String, origin: @escaping @Sendable (_ url: String) -> String?) {
    (self.typed, self.origin) = (typed, origin)
  }

  /// Returns where the requests of a server go.
  ///
  /// - Parameter values: the values of the server's variables, whose defaults hold otherwise.
  package func base(of server: DescribedServer, values: [String: String] = [:]) -> Base {
    .unusable("it is not supported yet")
  }
}

/// A server on another origin than the user typed.
package struct ForeignServer: Sendable, Equatable {
  /// The origin that must be agreed to.
  package var origin: String
  /// The base URL, if it is agreed to.
  package var url: String
  /// The base URL with the server's path at the origin that the user typed.
  package var typedURL: String
}
