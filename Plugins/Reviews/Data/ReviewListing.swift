/// Which reviews to list, newest first.
public struct ReviewListing: Sendable, Equatable {
  /// The id of the reviewed product; nil for all products.
  public var product: String?

  /// The name of the user who wrote the reviews; nil for all users.
  public var author: String?

  /// The largest rating, in stars; nil for all ratings.
  public var maximumRating: Int?

  /// The page to start with, counted from 1; nil for the first.
  public var page: Int?

  /// The page size, 1 to 1,000; nil leaves it to the shop.
  public var perPage: Int?

  /// Creates a listing.
  public init(
    product: String? = nil, author: String? = nil, maximumRating: Int? = nil, page: Int? = nil,
    perPage: Int? = nil
  ) {
    self.product = product
    self.author = author
    self.maximumRating = maximumRating
    self.page = page
    self.perPage = perPage
  }

  /// Whether the listing leaves out some reviews of its product or of all products.
  var isFiltered: Bool { author != nil || maximumRating != nil }

  /// Returns whether a review belongs to the listing, on whatever page.
  func includes(_ review: Review) -> Bool {
    review.product == product ?? review.product && review.author == author ?? review.author
      && review.rating <= maximumRating ?? review.rating
  }
}
