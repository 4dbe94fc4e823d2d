import SeashellKit

struct ReviewsView: RecordView {
  /// Whether the reviews are those of all products, so that each has its product.
  var isOfAll = false

  /// Whether each review has the names of the queued writes that change it.
  var isMarked = false

  var columns: [Column] {
    (isOfAll ? [Column("product")] : [])
      + [Column("id"), Column("rating", hint: .stars), Column("comment"), Column("author")]
      + (isMarked ? [Column("queued")] : [])
  }

  func row(_ review: Review) -> [CellValue] {
    var row: [CellValue] = [
      .text(review.id), .integer(review.rating), .text(review.comment), .text(review.author),
    ]
    if isOfAll { row.insert(.text(review.product), at: 0) }
    if isMarked { row.append(review.queued.map(CellValue.text) ?? .null) }
    return row
  }
}

struct ReviewSummaryView: RecordView {
  var columns: [Column] {
    [Column("product"), Column("count"), Column("mean", hint: .stars)]
      + Review.ratings.map { Column("stars_\($0)", hint: .bar(of: "count")) }
  }

  func row(_ summary: ReviewSummary) -> [CellValue] {
    [.text(summary.product), .integer(summary.count), summary.mean.map(CellValue.decimal) ?? .null]
      + summary.counts.map(CellValue.integer)
  }
}
