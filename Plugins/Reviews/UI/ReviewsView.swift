import SeashellKit

/// Presents reviews as records.
enum ReviewsView: RecordView {
  static let columns = [
    Column("id"), Column("rating", hint: .stars), Column("comment"), Column("author"),
  ]

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

extension Output {
  /// Writes reviews as rows, with their products unless they are of one product.
  ///
  /// - Parameters:
  ///   - product: the id of the product; nil for several.
  ///   - list: calls its argument with each review.
  /// - Returns: the number of reviews.
  func list(
    reviewsOf product: String?, _ list: ((Review) throws -> Void) async throws -> Void
  ) async throws -> Int {
    product == nil
      ? try await self.list(as: AllReviewsView.self, list)
      : try await self.list(as: ReviewsView.self, list)
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
