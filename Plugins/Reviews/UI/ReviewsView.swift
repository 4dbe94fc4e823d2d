import SeashellKit

enum ReviewsView: RecordView {
  static let columns = [
    Column("id"), Column("rating", hint: .stars), Column("comment"), Column("author"),
  ]

  /// Returns the view of a product's reviews, or of all products'; `isMarked` marks queued ones.
  static func view(of product: String?, isMarked: Bool = false) -> any RecordView<Review>.Type {
    switch (product, isMarked) {
    case (nil, false): AllReviewsView.self
    case (nil, true): MarkedView<AllReviewsView>.self
    case (_, false): Self.self
    case (_, true): MarkedView<Self>.self
    }
  }

  static func row(_ review: Review) -> [CellValue] {
    [.text(review.id), .integer(review.rating), .text(review.comment), .text(review.author)]
  }
}

enum AllReviewsView: RecordView {
  static let columns = [Column("product")] + ReviewsView.columns

  static func row(_ review: Review) -> [CellValue] {
    [.text(review.product)] + ReviewsView.row(review)
  }
}

/// Adds to each review the names of the queued writes that change it.
enum MarkedView<Base: RecordView<Review>>: RecordView {
  static var columns: [Column] { Base.columns + [Column("queued")] }

  static func row(_ review: Review) -> [CellValue] {
    Base.row(review) + [review.queued.map(CellValue.text) ?? .null]
  }
}

enum ReviewSummaryView: RecordView {
  static let columns =
    [Column("product"), Column("count"), Column("mean", hint: .stars)]
    + Review.ratings.map { Column("stars_\($0)", hint: .bar(of: "count")) }

  static func row(_ summary: ReviewSummary) -> [CellValue] {
    [.text(summary.product), .integer(summary.count), summary.mean.map(CellValue.decimal) ?? .null]
      + summary.counts.map(CellValue.integer)
  }
}
