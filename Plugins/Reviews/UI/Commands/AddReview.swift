import SeashellKit

struct AddReview: Command {
  let state: ReviewsState
  let specification = CommandSpecification(
    "add",
    abstract: "Write a review of a product",
    discussion: "Sign in first, with 'session login'. The command shows the new review.",
    examples: [
      .init("reviews add p-1 --rating 5 --comment 'Just right'", "gives p-1 five stars"),
      .init(
        "reviews add p-2 --rating 4 --comment \"It's fine\"", "shows how to quote an apostrophe"),
    ],
    arguments: [.product],
    options: [.rating(isRequired: true), .comment(isRequired: true)])

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .posting)
  }

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let review = try await state.add(
      rating: arguments.integer("rating") ?? 0, comment: try arguments.comment() ?? "",
      to: arguments.product)
    try invocation.output.record(ReviewsView.columns, ReviewsView.row(review))
  }
}
