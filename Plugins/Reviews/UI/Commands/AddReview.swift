import SeashellKit

struct AddReview: Command {
  let state: ReviewsState
  let product = Argument.product
  let rating = Option<Int>("rating", "the rating in stars", in: Review.ratings)
  let comment = Option<ReviewText>(
    "comment", value: "T", "the text of the review", isLong: true)
  var specification: CommandSpecification {
    CommandSpecification(
      "add",
      abstract: "Write a review of a product",
      discussion: "Sign in first. The command shows the new review.",
      examples: [
        .init("reviews add p-1 --rating 5 --comment 'Just right'", "gives p-1 five stars"),
        .init(
          "reviews add p-2 --rating 4 --comment \"It's fine\"", "shows how to quote an apostrophe"),
      ],
      parameters: [product, rating, comment], offline: .writes, columns: ReviewsView().columns)
  }

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .posting)
  }

  func run(_ invocation: Invocation) async throws {
    let review = try await state.add(
      rating: invocation[rating], comment: invocation[comment].parameterText,
      to: invocation[product])
    try invocation.output.record(review, as: ReviewsView())
  }
}
