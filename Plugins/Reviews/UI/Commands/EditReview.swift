import SeashellKit

struct EditReview: Command {
  let state: ReviewsState
  let specification = CommandSpecification(
    "edit",
    abstract: "Change a review of your own",
    discussion: "What is not given stays as it is. It shows the review as it then is.",
    examples: [
      .init("reviews edit p-1 r-215 --rating 3", "takes stars away"),
      .init("reviews edit p-1 r-215 --comment 'Chipped after a week'", "says why"),
    ],
    arguments: [.product, .review],
    options: [.rating(isRequired: false), .comment(isRequired: false)])

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .changing)
  }

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let (rating, comment) = (arguments.integer("rating"), try arguments.comment())
    guard rating != nil || comment != nil else {
      throw ShellError(
        .usage, "there is nothing to change", hint: "give --rating N, --comment T or both")
    }
    let review = try await state.edit(
      arguments.text("REVIEW") ?? "", of: arguments.product, rating: rating,
      comment: comment)
    try invocation.output.record(ReviewsView.columns, ReviewsView.row(review))
  }
}
