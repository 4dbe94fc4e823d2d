import CoreJSON
import FoundationEssentials
import WebMessages

/// What few requests have.
struct RequestRest: Sendable {
  var secrets: [String] = []
  var owner: DataOwner?
  var continuation: (any Sendable)?

  /// The only origin that the request may be sent to, also after redirects, if it is limited to one.
  var home: Origin?

  var additions: [APIRequestAddition] = []

  /// The header fields before the client or an authorizer added credentials, if they did.
  var unauthorizedHeaders: HTTPHeaders?

  /// The position in a list, if the request is for one of its further pages.
  var position: PagePosition?

  /// Why the request cannot be sent: the page exists, but how to request it is not known.
  var refusal: APIError?
}

/// Holds it outside the request, which is copied often.
final class RestBox: Sendable {
  let rest: RequestRest

  init(_ rest: RequestRest) { self.rest = rest }
}

/// Where a page is in a list.
struct PagePosition: Sendable {
  /// How many elements come before the page.
  var count: Int

  /// Whether the count is exact, which it is not if the first request had a page number and no page size.
  var isKnown: Bool

  /// The ``Paging`` that the first page suggested, if it did.
  var paging: (any Sendable)?

  /// The sign that led to the page, for the trace.
  var sign = ""

  /// The elements of the previous page as JSON.
  var lastPage: Data?

  /// The number of elements of the largest page so far, if the pages are counted only because a description has a
  /// parameter for it: a smaller page is the last.
  var size: Int?

  /// Whether the previous page named this one, so that a page that names none is the last, and more pages may follow an
  /// empty one, as when the service filters behind a cursor.
  var isLed = false

  /// Whether it is not known whether this page is the first one, or the one after it.
  var mayBeFirst = false

  /// Whether the page before it was the first one again, which was not listed twice.
  var followsRepeated = false

  /// What the page is requested with, and the name of its parameter of the query, if that is not the paging's.
  var cursor: JSONValue?
  var parameter: String?

  /// The address before the cursor was set, and other names that its parameter may have.
  var address: URL?
  var guesses: [String] = []
}
