package import FoundationEssentials

/// What a search for a description has come to.
package enum DescriptionSearch: Sendable {
  /// The description.
  case found(FetchedDescription)

  /// There is none at the usual places.
  case none(Absence)

  /// Where a description was looked for in vain.
  package struct Absence: Sendable {
    /// The requests, in order.
    package let tries: [Try]

    /// The addresses of descriptions on origins that the user has not agreed to, which were not requested.
    package let offeredElsewhere: [URL]
  }

  /// A request that brought no description.
  package struct Try: Sendable, Equatable {
    /// What came instead.
    package enum Result: Sendable, Equatable {
      /// Another status than success.
      case status(Int)
      /// Something else than a description.
      case otherContent
      /// A redirect that was not followed, and why.
      case redirect(String)
    }

    /// The address that was requested.
    package let url: URL

    /// What came.
    package let result: Result

    var needsCredential: Bool { result == .status(401) || result == .status(403) }
  }
}
