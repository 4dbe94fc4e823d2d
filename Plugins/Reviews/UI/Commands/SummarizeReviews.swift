import SeashellKit

struct SummarizeReviews: Command {
  let state: ReviewsState
  let specification = CommandSpecification(
    "summary",
    abstract: "Sum up a product's reviews",
    discussion: """
      It counts all reviews, those of each number of stars, and gives the mean, rounded to two \
      decimals; without reviews there is no mean.
      """,
    examples: [.init("reviews summary p-1", "sums up the reviews of p-1")],
    arguments: [.product])

  func run(_ invocation: Invocation) async throws {
    let summary = try await state.summary(of: invocation.arguments.product)
    try invocation.output.record(ReviewsView.summaryColumns, ReviewsView.summary(summary))
  }
}
