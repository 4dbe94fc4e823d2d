/// Makes reviews of what the wire brings.
enum ReviewMapper {
  /// Makes a review.
  ///
  /// - Throws: ``ReviewsError`` `unreadable` where there is no id, or the rating is none.
  static func review(_ dto: ReviewDTO) throws(ReviewsError) -> Review {
    guard !dto.id.isEmpty else { throw .unreadable("a review has no id") }
    guard Review.ratings.contains(dto.rating) else {
      throw .unreadable("the rating of review '\(dto.id.prefix(40))' is \(dto.rating), not 1 to 5")
    }
    return Review(id: dto.id, rating: dto.rating, comment: dto.comment, author: dto.author)
  }
}
