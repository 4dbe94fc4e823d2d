import FoundationEssentials

/// The result of a search for a description.
enum DescriptionSearch: Sendable {
  case found(FetchedDescription)

  /// No description was found.
  case none(Absence)

  /// The places that were tried without success.
  struct Absence: Sendable {
    /// The requests, in order.
    let tries: [Try]

    /// Addresses of descriptions on origins that the user has not approved; they were not requested.
    let offeredElsewhere: [URL]
  }

  /// A request that found no description.
  struct Try: Sendable, Equatable {
    /// The result of the request.
    enum Result: Sendable, Equatable {
      /// A status other than success.
      case status(Int)
      /// A web page.
      case page
      /// Other content than a description.
      case otherContent
      /// A redirect that was not followed, with the reason.
      case redirect(String)
    }

    let url: URL

    let result: Result

    var needsCredential: Bool { result == .status(401) || result == .status(403) }
  }
}
