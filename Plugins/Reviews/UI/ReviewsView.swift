import SeashellKit

/// Reviews as records.
enum ReviewsView {
  static let columns = [
    Column("id"), Column("rating", hint: .stars), Column("comment"), Column("author"),
  ]

  static let summaryColumns =
    [Column("product"), Column("count"), Column("mean", hint: .stars)]
    + Review.ratings.map { Column("stars_\($0)", hint: .bar(of: "count")) }

  static func row(_ review: Review) -> [Value] {
    [.text(review.id), .integer(review.rating), .text(review.comment), .text(review.author)]
  }

  static func summary(_ summary: ReviewSummary) -> [Value] {
    [.text(summary.product), .integer(summary.count), summary.mean.map(Value.decimal) ?? .null]
      + summary.counts.map(Value.integer)
  }

  /// What to tell below a list that goes on; nil where it does not.
  static func notice(_ position: ReviewsState.Position?) -> String? {
    guard let position, position.hasMore else { return nil }
    let part = position.total.map { "\(position.reached) of \($0)" } ?? "\(position.reached)"
    return "\(part); 'reviews more' shows the next"
  }
}
