import SeashellKit

struct ShowReview: Command {
  let state: ReviewsState
  let specification = CommandSpecification(
    "show",
    abstract: "Show a review",
    examples: [.init("reviews show p-1 r-1", "shows the review r-1 of p-1")],
    arguments: [.product, .review])

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let review = try await state.review(arguments.text("REVIEW") ?? "", of: arguments.product)
    try invocation.output.record(ReviewsView.columns, ReviewsView.row(review))
  }
}
