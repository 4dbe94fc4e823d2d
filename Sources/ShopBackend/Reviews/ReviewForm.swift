/// What a review's author writes: checked, and exactly as it came.
struct ReviewForm {
  /// The longest comment, in characters as a reader counts them.
  static let maximumComment = 2_000

  let rating: Int?
  let comment: String?

  init(_ request: ShopRequest) throws(Refusal) {
    let form = try Form(request)
    rating = try form.integer("rating")
    comment = try form.text("comment")
    if let rating, !(1...5).contains(rating) {
      throw .invalid("rating must be from 1 to 5.")
    }
    if let comment {
      guard comment.contains(where: { !$0.isWhitespace }) else {
        throw .invalid("comment must not be empty.")
      }
      guard comment.count <= Self.maximumComment else {
        throw .invalid("comment must not be longer than \(Self.maximumComment) characters.")
      }
    }
  }
}
