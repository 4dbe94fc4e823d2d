import FoundationEssentials

/// The number of a product's reviews, in total and for each rating, and their mean.
struct ReviewSummary: Equatable {
  let product: String

  /// The numbers of reviews with one star, with two, and so on.
  private(set) var counts = Array(repeating: 0, count: Review.ratings.count)

  init(of product: String) {
    self.product = product
  }

  var count: Int { counts.reduce(0, +) }

  /// The mean rating, rounded half up to hundredths of a star; nil if there are no reviews.
  var mean: Decimal? {
    guard count > 0 else { return nil }
    let stars = zip(Review.ratings, counts).reduce(0) { $0 + $1.0 * $1.1 }
    return Decimal((stars * 200 + count) / (count * 2)) / 100
  }

  /// Adds a review to the counts; an invalid rating, from a store or another service, is ignored.
  mutating func add(_ review: Review) {
    guard Review.ratings.contains(review.rating) else { return }
    counts[review.rating - Review.ratings.lowerBound] += 1
  }
}
