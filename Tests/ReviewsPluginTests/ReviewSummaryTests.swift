import FoundationEssentials
import Testing

@testable import ReviewsPlugin

@Suite struct ReviewSummaryTests {
  @Test(
    arguments: [
      ([], nil),
      ([4], "4"),
      ([5, 4], "4.5"),
      ([5, 4, 4], "4.33"),
      ([5, 5, 4], "4.67"),
      // 4.375 and 1.125: half a hundredth is rounded up.
      ([5, 5, 5, 5, 5, 5, 4, 1], "4.38"),
      ([1, 1, 1, 1, 1, 1, 1, 2], "1.13"),
      // 4.005
      (Array(repeating: 4, count: 199) + [5], "4.01"),
    ] as [([Int], String?)])
  func `the mean of reviews has at most two decimals`(
    ratings: [Int], mean: String?
  ) {
    var summary = ReviewSummary(of: "p-1")
    for rating in ratings { summary.add(Review("r-1", rating: rating)) }
    #expect(summary.mean?.description == mean)
    #expect(summary.count == ratings.count)
  }

  @Test func `reviews are counted by their stars`() {
    var summary = ReviewSummary(of: "p-1")
    for rating in [5, 1, 5, 3, 5, 1] { summary.add(Review("r-1", rating: rating)) }
    #expect(summary.counts == [2, 0, 1, 0, 3])
  }
}
