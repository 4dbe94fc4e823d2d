import SeashellKit

struct SummarizeReviews: Command {
  let state: ReviewsState
  let product = Argument.product
  var specification: CommandSpecification {
    CommandSpecification(
      "summary",
      abstract: "Summarize the reviews of a product",
      discussion: """
        It counts all reviews and those of each rating, and gives the mean rating, rounded to two \
        decimals. Without reviews, the mean is empty.
        """,
      examples: [.init("reviews summary p-1", "summarizes the reviews of p-1")],
      parameters: [product], changesData: false, offline: .reads,
      columns: ReviewSummaryView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    let product = invocation[product]
    invocation.observe { _ = state.reviews.changes(of: ReviewListing(product: product)) }
    let summary = try await state.summary(of: product)
    try invocation.output.record(summary, as: ReviewSummaryView())
  }
}
