public import FoundationEssentials
import SeashellKit

/// Something that the shop sells.
public struct Product: Sendable, Equatable, Identifiable {
  /// The id by which it is asked for, such as `p-7`.
  public let id: String

  /// What it is called.
  public let name: String

  /// What it is.
  public let description: String

  /// What it costs, in units of its currency.
  public let price: Decimal

  /// The currency's code, after ISO 4217.
  public let currencyCode: String

  /// The address of its picture, as the shop gives it; nil where there is none.
  public let image: String?

  /// Makes a product.
  public init(
    id: String, name: String, description: String, price: Decimal, currencyCode: String,
    image: String? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.price = price
    self.currencyCode = currencyCode
    self.image = image
  }

  /// The price and its currency, as people write them: `18.50 EUR`.
  public var formattedPrice: String { Money.formatted(price, currencyCode: currencyCode) }
}
