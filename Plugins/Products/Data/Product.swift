import FoundationEssentials
import SeashellKit

struct Product: Sendable, Equatable, Identifiable, Codable {
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

  init(
    id: String, name: String, description: String, price: Decimal, currencyCode: String,
    image: String? = nil, rating: Decimal? = nil, reviewCount: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.price = price
    self.currencyCode = currencyCode
    self.image = image
    self.rating = rating
    self.reviewCount = reviewCount
  }

  /// Encodes the known fields; a product from a list lacks some of those that a single product has.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(description, forKey: .description)
    try container.encode(price, forKey: .price)
    try container.encode(currencyCode, forKey: .currencyCode)
    try container.encode(image, forKey: .image)
    if let reviewCount {
      try container.encode(rating, forKey: .rating)
      try container.encode(reviewCount, forKey: .reviewCount)
    }
  }
}
