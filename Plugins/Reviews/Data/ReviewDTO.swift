/// A review as it is on the wire.
struct ReviewDTO: Decodable {
  let id: String
  let rating: Int
  let comment: String
  let author: String

  private enum CodingKeys: String, CodingKey {
    case id, rating, comment, author
  }
}
