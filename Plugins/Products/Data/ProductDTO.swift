import FoundationEssentials

/// A product as it is on the wire.
struct ProductDTO: Decodable {
  let id: String
  let name: String
  let description: String
  let price: Decimal
  let currencyCode: String
  let image: String?

  private enum CodingKeys: String, CodingKey {
    case id, name, description, price
    case currencyCode = "currency_code"
    case image
  }
}
