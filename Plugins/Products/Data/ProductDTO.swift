import FoundationEssentials
import SeashellKit

/// A product in the JSON of the shop's API.
struct ProductDTO: JSONReadable {
  let id: String
  let name: String
  let description: String
  let price: Decimal
  let currencyCode: String
  let image: String?
}

extension ProductDTO {
  init(from reader: inout JSONReader) throws(DecodingError) {
    id = try reader.member("id")
    name = try reader.member("name")
    description = try reader.member("description")
    price = try reader.member("price")
    currencyCode = try reader.member("currency_code")
    image = try reader.member("image")
  }
}
