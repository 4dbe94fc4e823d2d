/// The position in a list, carried by the request for its next page.
struct ListPosition: Sendable {
  /// How many elements come before the page.
  var count: Int

  /// Whether the count is exact; it is not if the first request had a page number and no size.
  var isKnown: Bool

  /// The hash of the page before, if pages are requested by number.
  var lastPage: Int?
}
