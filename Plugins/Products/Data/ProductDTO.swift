import FoundationEssentials
import SeashellKit

struct ProductDTO: JSONReadable {
  let id: String
  let name: String
  let description: String
  let price: Decimal
  let currencyCode: String
  let image: String?
  // Only a response for a single product has these.
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
    // A list has neither, so look for only one of them.
    reviewCount = try reader.member("review_count")
    rating = reviewCount == nil ? nil : try reader.member("rating")
  }
}
