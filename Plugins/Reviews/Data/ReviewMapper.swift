import SeashellKit

enum ReviewMapper {
  /// `product` is that whose review was requested; nil if the review must name it.
  static func map(from dto: ReviewDTO, of product: String?) throws(ReviewsError) -> Review {
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

  /// Returns the effect of a queued write on reviews; nil if it concerns another resource.
  static func map(from write: QueuedWrite) -> WaitingWrite<Review>? {
    guard let path = ReviewPath(write.path.segments) else { return nil }
    let (rating, comment) = values(of: write.fields)
    switch (write.method, path.review) {
    case (.post, nil):
      guard let rating, let comment else { return nil }
      return .adds(
        Review(
          id: write.id, product: path.product, rating: rating, comment: comment,
          author: write.owner.account ?? "", queued: write.id), write)
    case (.put, let id?):
      return .changes(id) { review in
        review.rating = rating ?? review.rating
        review.comment = comment ?? review.comment
        review.mark(write)
      }
    case (.delete, let id?): return .changes(id) { $0.mark(write) }
    default: return nil
    }
  }

  /// In a form, numbers are texts.
  private static func values(of fields: JSONValue?) -> (rating: Int?, comment: String?) {
    let rating: Int? =
      switch fields?["rating"] {
      case .integer(let number): number
      case .string(let text): Int(text)
      default: nil
      }
    let isValid = rating.map(Review.ratings.contains) ?? false
    guard case .string(let comment) = fields?["comment"] else {
      return (isValid ? rating : nil, nil)
    }
    return (isValid ? rating : nil, comment)
  }
}

extension Review {
  fileprivate mutating func mark(_ write: QueuedWrite) {
    queued = queued.map { "\($0) \(write.id)" } ?? write.id
  }
}
