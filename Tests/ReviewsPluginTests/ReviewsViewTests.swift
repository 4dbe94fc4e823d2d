import FoundationEssentials
import SeashellKit
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsViewTests {
  @Test func `a row has the names of the wire, and the rating is stars`() {
    #expect(ReviewsView.columns.map(\.name) == ["id", "rating", "comment", "author"])
    #expect(ReviewsView.columns[1].hint == .stars)
    #expect(
      ReviewsView.row(Review("r-1", rating: 4)) == [
        .text("r-1"), .integer(4), .text("Good."), .text("maja"),
      ])
  }

  @Test func `a summary draws its counts as shares of them all`() {
    var summary = ReviewSummary(of: "p-1")
    #expect(ReviewsView.summary(summary)[2] == .null)
    summary.add(Review("r-1", rating: 4))
    summary.add(Review("r-2", rating: 5))
    #expect(
      ReviewsView.summaryColumns.map(\.name) == [
        "product", "count", "mean", "stars_1", "stars_2", "stars_3", "stars_4", "stars_5",
      ])
    #expect(ReviewsView.summaryColumns.suffix(5).allSatisfy { $0.hint == .bar(of: "count") })
    #expect(
      ReviewsView.summary(summary) == [
        .text("p-1"), .integer(2), .decimal(4.5), .integer(0), .integer(0), .integer(0),
        .integer(1), .integer(1),
      ])
  }

  @Test(
    arguments: [
      (nil, nil),
      (.init(product: "p-1", reached: 9, total: 9, hasMore: false), nil),
      (
        .init(product: "p-1", reached: 4, total: 9, hasMore: true),
        "4 of 9; 'reviews more' shows the next"
      ),
      (
        .init(product: "p-1", reached: 4, total: nil, hasMore: true),
        "the first 4; 'reviews more' shows the next"
      ),
    ] as [(ReviewsState.Position?, String?)])
  func `a list with more pages gets a notice`(position: ReviewsState.Position?, notice: String?) {
    #expect(ReviewsView.notice(position, shown: 4, hint: ReviewsView.moreHint) == notice)
  }
  @Test(arguments: [
    (ReviewListing(product: "p-1"), 0, "p-1 has no reviews"),
    (ReviewListing(product: "p-1", page: 1), 0, "p-1 has no reviews"),
    (ReviewListing(product: "p-1", page: 9), 5, "page 9 is empty; there are 5 in all"),
  ])
  func `an empty list says so`(listing: ReviewListing, total: Int, notice: String) {
    #expect(ReviewsView.emptyNotice(listing, of: total) == notice)
  }
}
