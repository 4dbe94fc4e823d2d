import FoundationEssentials

/// An order in the API's JSON.
struct OrderDTO: Decodable {
  let id: String
  let status: String
  let placedAt: Date
  let customer: String
  let currency: String
  let items: [Item]

  struct Item: Decodable {
    let name: String
    let quantity: Int
    let price: Decimal
  }

  private enum CodingKeys: String, CodingKey {
    case id, status, customer, currency, items
    case placedAt = "placed_at"
  }
}
