import FoundationEssentials
import SeashellKit
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsViewTests {
  @Test func `a review's row has the API's names, and stars`() {
    #expect(ReviewsView().columns.map(\.name) == ["id", "rating", "comment", "author"])
    #expect(ReviewsView().columns[1].hint == .stars)
    #expect(
      ReviewsView().row(Review("r-1", rating: 4)) == [
        .text("r-1"), .integer(4), .text("Good."), .text("maja"),
      ])
  }

  @Test func `a row of a list of all reviews begins with the product`() {
    #expect(
      ReviewsView(isOfAll: true).columns.map(\.name) == [
        "product", "id", "rating", "comment", "author",
      ])
    #expect(ReviewsView(isOfAll: true).columns[2].hint == .stars)
    #expect(
      ReviewsView(isOfAll: true).row(Review("r-1", of: "p-3", rating: 4)) == [
        .text("p-3"), .text("r-1"), .integer(4), .text("Good."), .text("maja"),
      ])
  }

  @Test func `a summary of reviews draws its counts as shares`() {
    var summary = ReviewSummary(of: "p-1")
    #expect(ReviewSummaryView().row(summary)[2] == .null)
    summary.add(Review("r-1", rating: 4))
    summary.add(Review("r-2", rating: 5))
    #expect(
      ReviewSummaryView().columns.map(\.name) == [
        "product", "count", "mean", "stars_1", "stars_2", "stars_3", "stars_4", "stars_5",
      ])
    #expect(ReviewSummaryView().columns.suffix(5).allSatisfy { $0.hint == .bar(of: "count") })
    #expect(
      ReviewSummaryView().row(summary) == [
        .text("p-1"), .integer(2), .decimal(4.5), .integer(0), .integer(0), .integer(0),
        .integer(1), .integer(1),
      ])
  }
}
