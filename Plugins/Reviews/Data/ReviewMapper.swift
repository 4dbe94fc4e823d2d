/// Turns the API's reviews into the module's own, and validates them.
enum ReviewMapper {
  /// Returns a review.
  ///
  /// - Parameter product: the id of the product whose review was requested; nil if the review must
  ///   name it.
  /// - Throws: ``ReviewsError`` `unreadable` if the id, the product or the rating is not valid.
  static func review(_ dto: ReviewDTO, of product: String?) throws(ReviewsError) -> Review {
    guard !dto.id.isEmpty else { throw .unreadable("a review has no id") }
    guard let product = product ?? dto.product, !product.isEmpty else {
      throw .unreadable("the review '\(dto.id.prefix(40))' has no product")
    }
    guard Review.ratings.contains(dto.rating) else {
      throw .unreadable("the rating of review '\(dto.id.prefix(40))' is \(dto.rating), not 1 to 5")
    }
    return Review(
      id: dto.id, product: product, rating: dto.rating, comment: dto.comment, author: dto.author)
  }
}
