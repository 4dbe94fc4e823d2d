package import FoundationEssentials
package import WebMessages

/// A description from the network, as it came.
package struct FetchedDescription: Sendable {
  /// How a description was found.
  package enum Route: Sendable, Equatable {
    /// It is at the address that the user typed.
    case typed
    /// The response at that address has a `Link` with this relation.
    case link(relation: String)
    /// It is at a place where descriptions usually are, such as `/openapi.json`.
    case usualPlace
  }

  /// The text.
  package let bytes: [UInt8]

  /// How the text is written.
  package let format: DescriptionFormat

  /// Where it is, after redirects; its query may hold a key that the user typed.
  package let url: URL

  /// The origin that the user typed: the API's, whatever the text says.
  package let typedOrigin: Origin

  /// The media type that the server gave, in lower case, without parameters.
  package let mediaType: String?

  /// How it was found.
  package let route: Route

  /// The origins to which redirects led for it, other than the typed one, in order.
  ///
  /// They were asked for the text alone; nothing else goes there before the user has agreed.
  package let foreignOrigins: [Origin]

  /// The addresses of descriptions on origins that the user has not agreed to, which were not requested.
  package let offeredElsewhere: [URL]

  /// Where the description is, as the base of its references.
  package var location: DescriptionLocation { .url(url) }

  /// The URL for messages, without its query.
  package var shownURL: String { DescriptionLocation.shown(url) }
}
