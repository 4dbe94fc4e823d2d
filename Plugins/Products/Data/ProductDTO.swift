import FoundationEssentials

/// A product in the JSON of the shop's API.
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
