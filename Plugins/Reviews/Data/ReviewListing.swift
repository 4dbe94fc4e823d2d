/// Which reviews to list, newest first.
public struct ReviewListing: Sendable, Equatable {
  /// The id of the reviewed product.
  public var product: String

  /// The page to start with, counted from 1; nil for the first.
  public var page: Int?

  /// The page size, 1 to 1,000; nil leaves it to the shop.
  public var perPage: Int?

  /// Creates a listing.
  public init(product: String, page: Int? = nil, perPage: Int? = nil) {
    self.product = product
    self.page = page
    self.perPage = perPage
  }
}
