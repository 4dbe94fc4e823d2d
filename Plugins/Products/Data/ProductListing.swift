public import SeashellKit

/// Which products to list, and in which order.
public struct ProductListing: Sendable, Equatable {
  /// The sort orders; the raw values are those of the API and of `--sort`.
  public enum Order: String, Sendable, CaseIterable, ParameterValue {
    /// From A to Z.
    case name
    /// From Z to A.
    case nameReversed = "-name"
    /// Cheapest first.
    case price
    /// Most expensive first.
    case priceReversed = "-price"
  }

  /// Words to search for, each a prefix of a word of the product; nil lists all products.
  public var query: String?

  /// The order; nil for the shop's default.
  public var order: Order?

  /// The page to start with, counted from 1; nil for the first.
  public var page: Int?

  /// The page size, 1 to 1,000; nil leaves it to the shop.
  public var perPage: Int?

  /// Creates a listing.
  public init(
    query: String? = nil, order: Order? = nil, page: Int? = nil, perPage: Int? = nil
  ) {
    self.query = query
    self.order = order
    self.page = page
    self.perPage = perPage
  }
}
