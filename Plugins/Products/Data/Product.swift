import FoundationEssentials
import SeashellKit

struct Product: Sendable, Equatable, Identifiable {
  let id: String

  let name: String

  let description: String

  /// The price, in units of the currency.
  let price: Decimal

  /// The currency's ISO 4217 code.
  let currencyCode: String

  /// The address of the product's picture, as the shop sends it; nil if it has none.
  let image: String?

  /// The mean rating in stars; nil without reviews, or if the product comes from a list.
  let rating: Decimal?

  /// The number of reviews; nil if the product comes from a list.
  let reviewCount: Int?
}
