/// Turns the API's reviews into the module's own, and validates them.
enum ReviewMapper {
  /// Returns a review.
  ///
  /// - Throws: ``ReviewsError`` `unreadable` if the id or the rating is not valid.
  static func review(_ dto: ReviewDTO) throws(ReviewsError) -> Review {
    guard !dto.id.isEmpty else { throw .unreadable("a review has no id") }
    guard Review.ratings.contains(dto.rating) else {
      throw .unreadable("the rating of review '\(dto.id.prefix(40))' is \(dto.rating), not 1 to 5")
    }
    return Review(id: dto.id, rating: dto.rating, comment: dto.comment, author: dto.author)
  }
}
