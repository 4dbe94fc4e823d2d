import SeashellKit

struct EditReview: Command {
  let state: ReviewsState
  let specification = CommandSpecification(
    "edit",
    abstract: "Change one of your reviews",
    discussion: "Fields that you leave out are not changed. It shows the changed review.",
    examples: [
      .init("reviews edit p-1 r-215 --rating 3", "changes the rating to three stars"),
      .init("reviews edit p-1 r-215 --comment 'Chipped after a week'", "changes the comment"),
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
      throw ShellError(.usage, "nothing to change", hint: "pass --rating N, --comment T or both")
    }
    let review = try await state.edit(
      arguments.text("REVIEW") ?? "", of: arguments.product, rating: rating, comment: comment)
    try invocation.output.record(ReviewsView.columns, ReviewsView.row(review))
  }
}
