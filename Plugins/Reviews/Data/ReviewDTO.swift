/// A review in the JSON of the shop's API.
struct ReviewDTO: Decodable {
  let id: String
  let product: String?
  let rating: Int
  let comment: String
  let author: String

  private enum CodingKeys: String, CodingKey {
    case id, product, rating, comment, author
  }
}

/// The body of a request that changes a review; fields that are nil are left out.
struct ReviewChangeDTO: Encodable {
  let rating: Int?
  let comment: String?

  private enum CodingKeys: String, CodingKey {
    case rating, comment
  }
}
