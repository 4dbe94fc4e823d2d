import SeashellKit

/// Presents reviews as records.
enum ReviewsView {
  static let columns = [
    Column("id"), Column("rating", hint: .stars), Column("comment"), Column("author"),
  ]

  static let summaryColumns =
    [Column("product"), Column("count"), Column("mean", hint: .stars)]
    + Review.ratings.map { Column("stars_\($0)", hint: .bar(of: "count")) }

  static func row(_ review: Review) -> [CellValue] {
    [.text(review.id), .integer(review.rating), .text(review.comment), .text(review.author)]
  }

  static func summary(_ summary: ReviewSummary) -> [CellValue] {
    [.text(summary.product), .integer(summary.count), summary.mean.map(CellValue.decimal) ?? .null]
      + summary.counts.map(CellValue.integer)
  }

  static let moreHint = "'reviews more' shows the next"

  /// Returns the notice below a page; nil if it is the last page.
  static func notice(
    _ position: ReviewsState.Position?, shown count: Int, hint: String
  ) -> String? {
    guard let position, position.hasMore else { return nil }
    return PageNotice.text(shown: count, upTo: position.reached, of: position.total, hint: hint)
  }

  /// Returns the notice for an empty list.
  static func emptyNotice(_ listing: ReviewListing, of total: Int?) -> String {
    if let page = listing.page, page > 1 { return PageNotice.text(emptyPage: page, of: total) }
    return "\(listing.product) has no reviews"
  }
}
