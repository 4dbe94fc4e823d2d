/// What a review's author writes: checked, and exactly as it came.
struct ReviewForm {
  /// The longest comment, in characters as a reader counts them.
  static let maximumComment = 2_000

  /// The longest comment in bytes of UTF-8: one character may have any number of combining marks.
  static let maximumCommentBytes = 16 << 10

  let rating: Int?
  let comment: String?

  /// Reads a request's form.
  ///
  /// - Parameter id: the id of the review that it changes; nil where it makes one.
  init(_ request: ShopRequest, changing id: String? = nil) throws(Refusal) {
    let form = try Form(request, of: Review.self, changing: id)
    rating = try form.integer("rating")
    comment = try form.text("comment")
    if let rating, !(1...5).contains(rating) {
      throw .invalid(field: "rating", "rating must be from 1 to 5.")
    }
    if let comment {
      // First, since counting characters takes longer.
      guard comment.utf8.count <= Self.maximumCommentBytes,
        comment.count <= Self.maximumComment
      else {
        throw .invalid(
          field: "comment",
          "comment must have at most \(Self.maximumComment) characters, in at most "
            + "\(Self.maximumCommentBytes) bytes of UTF-8.")
      }
      guard comment.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
        throw .invalid(field: "comment", "comment must not be empty.")
      }
    }
  }
}
