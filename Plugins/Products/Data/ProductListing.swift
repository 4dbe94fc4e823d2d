/// Which products are asked for, and in what order.
public struct ProductListing: Sendable, Equatable {
  /// The orders in which products can be listed; the raw values are those of the wire.
  public enum Order: String, Sendable, CaseIterable {
    /// From A to Z.
    case name
    /// From Z to A.
    case nameReversed = "-name"
    /// The cheapest first.
    case price
    /// The dearest first.
    case priceReversed = "-price"
  }

  /// Words that a product has to have, each of them a prefix; nil for all products.
  public var query: String?

  /// The order; nil for the shop's own.
  public var order: Order?

  /// The page to begin at, counted from 1; nil for the first.
  public var page: Int?

  /// How many products a page has, 1 to 1,000; nil leaves it to the shop.
  public var perPage: Int?

  /// Makes a listing.
  public init(
    query: String? = nil, order: Order? = nil, page: Int? = nil, perPage: Int? = nil
  ) {
    self.query = query
    self.order = order
    self.page = page
    self.perPage = perPage
  }
}
