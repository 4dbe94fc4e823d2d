import SeashellKit

/// A review in the JSON of the shop's API.
struct ReviewDTO: JSONReadable {
  let id: String
  let product: String?
  let rating: Int
  let comment: String
  let author: String
}

extension ReviewDTO {
  init(from reader: inout JSONReader) throws(DecodingError) {
    id = try reader.member("id")
    product = try reader.member("product")
    rating = try reader.member("rating")
    comment = try reader.member("comment")
    author = try reader.member("author")
  }
}
