import SeashellKit

/// Presents reviews as records.
enum ReviewsView: RecordView {
  static let columns = [
    Column("id"), Column("rating", hint: .stars), Column("comment"), Column("author"),
  ]

  /// Returns the view of a product's reviews; nil means those of all products.
  static func view(of product: String?) -> any RecordView<Review>.Type {
    product == nil ? AllReviewsView.self : Self.self
  }

  static func row(_ review: Review) -> [CellValue] {
    [.text(review.id), .integer(review.rating), .text(review.comment), .text(review.author)]
  }
}

/// Presents reviews of several products as records.
enum AllReviewsView: RecordView {
  static let columns = [Column("product")] + ReviewsView.columns

  static func row(_ review: Review) -> [CellValue] {
    [.text(review.product)] + ReviewsView.row(review)
  }
}

/// Presents the summary of a product's reviews.
enum ReviewSummaryView: RecordView {
  static let columns =
    [Column("product"), Column("count"), Column("mean", hint: .stars)]
    + Review.ratings.map { Column("stars_\($0)", hint: .bar(of: "count")) }

  static func row(_ summary: ReviewSummary) -> [CellValue] {
    [.text(summary.product), .integer(summary.count), summary.mean.map(CellValue.decimal) ?? .null]
      + summary.counts.map(CellValue.integer)
  }
}
