import FoundationEssentials
import WebMessages

/// A description as received from the network.
struct FetchedDescription: Sendable {
  /// How a description was found.
  enum Route: Sendable, Equatable {
    /// At the address that the user typed.
    case typed
    /// In a `Link` with this relation, in the response from that address.
    case link(relation: String)
    /// At a usual place of descriptions, such as `/openapi.json`.
    case usualPlace
  }

  let bytes: [UInt8]

  let format: DescriptionFormat

  /// The final URL after redirects; its query may hold a key that the user typed.
  let url: URL

  /// The URL that the user typed.
  let typed: URL

  /// The origin that the user typed: it is the API's, whatever the text says.
  var typedOrigin: Origin { Origin(typed) }

  /// The server's media type, in lower case, without parameters.
  let mediaType: String?

  let route: Route

  /// The other origins to which redirects led, in order.
  ///
  /// They only received the request for the text; nothing else is sent to them until the user agrees.
  let foreignOrigins: [Origin]

  /// Addresses of descriptions on origins that the user has not approved; they were not requested.
  let offeredElsewhere: [URL]

  /// The description's location, as the base of its references.
  var location: DescriptionLocation { .url(url) }

  /// The URL without its query, for messages.
  var shownURL: String { DescriptionLocation.shown(url) }
}
