/// Whose reviews are asked for, the newest first.
public struct ReviewListing: Sendable, Equatable {
  /// The id of the product that they are of.
  public var product: String

  /// The page to begin at, counted from 1; nil for the first.
  public var page: Int?

  /// How many reviews a page has, 1 to 1,000; nil leaves it to the shop.
  public var perPage: Int?

  /// Makes a listing.
  public init(product: String, page: Int? = nil, perPage: Int? = nil) {
    self.product = product
    self.page = page
    self.perPage = perPage
  }
}
