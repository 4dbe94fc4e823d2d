import FoundationEssentials

/// A product's reviews in numbers.
struct ReviewSummary: Equatable {
  /// The id of the product.
  let product: String

  /// How many reviews have one star, two, and so on to five.
  private(set) var counts = Array(repeating: 0, count: Review.ratings.count)

  /// Begins a summary.
  init(of product: String) {
    self.product = product
  }

  /// How many reviews there are.
  var count: Int { counts.reduce(0, +) }

  /// The mean rating, rounded half up to hundredths of a star; nil where there are no reviews.
  var mean: Decimal? {
    guard count > 0 else { return nil }
    let stars = zip(Review.ratings, counts).reduce(0) { $0 + $1.0 * $1.1 }
    return Decimal((stars * 200 + count) / (count * 2)) / 100
  }

  /// Counts a review.
  mutating func add(_ review: Review) {
    counts[review.rating - Review.ratings.lowerBound] += 1
  }
}
