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
  // Only one product has these; a list does not.
  let rating: Decimal?
  let reviewCount: Int?
}

extension ProductDTO {
  init(from reader: inout JSONReader) throws(DecodingError) {
    id = try reader.member("id")
    name = try reader.member("name")
    description = try reader.member("description")
    price = try reader.member("price")
    currencyCode = try reader.member("currency_code")
    image = try reader.member("image")
    // A list has neither, which is looked for once.
    reviewCount = try reader.member("review_count")
    rating = reviewCount == nil ? nil : try reader.member("rating")
  }
}
