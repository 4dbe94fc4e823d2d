/// What changes in a review, as it is on the wire: what is nil stays as it is and is not sent.
struct ReviewChangeDTO: Encodable {
  let rating: Int?
  let comment: String?

  private enum CodingKeys: String, CodingKey {
    case rating, comment
  }
}
