import FoundationEssentials
import SeashellKit

/// A product of the shop.
struct Product: Identifiable, Codable, Sendable {
  let id: String
  let name: String
  let description: String
  let price: Decimal
  let currencyCode: String
  let image: URL?

  /// The price with its currency, such as `18.50 EUR`.
  var formattedPrice: String { Money.formatted(price, currencyCode: currencyCode) }
}

/// A customer's review of a product.
struct Review: Identifiable, Codable, Sendable {
  let id: String
  let rating: Int
  let comment: String
  let author: String
}
