import SeashellKit

struct EditReview: Command {
  let state: ReviewsState
  let product = Argument.product
  let id = Argument.review
  let rating = Option<Int?>("rating", "the rating in stars", in: Review.ratings)
  let comment = Option<ReviewText?>(
    "comment", value: "T", "the text of the review", isLong: true)
  var specification: CommandSpecification {
    CommandSpecification(
      "edit",
      abstract: "Change one of your reviews",
      discussion: """
        Fields that you leave out are not changed. It shows the changed review. PRODUCT may be left out. \
        At a prompt, without options, it asks for each field, and Enter keeps the present value.
        """,
      examples: [
        .init("reviews edit p-1 r-215 --rating 3", "changes the rating to three stars"),
        .init("reviews edit p-1 r-215 --comment 'Chipped after a week'", "changes the comment"),
      ],
      parameters: [product, id, rating, comment], offline: .writes, columns: ReviewsView().columns)
  }

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .changing)
  }

  func parent(of id: String) async throws -> String? {
    try await state.product(of: id, isOwn: true)
  }

  func run(_ invocation: Invocation) async throws {
    let (product, id) = (invocation[product], invocation[id])
    var (newRating, newComment) = (invocation[rating], invocation[comment])
    if newRating == nil, newComment == nil {
      guard invocation.mayAsk else {
        throw ShellError(.usage, "nothing to change", hint: "pass --rating N, --comment T or both")
      }
      try await checkPreconditions()
      let review = try await state.reviews.record(id, of: ReviewListing(product: product))
      try await state.checkIsOwn(review)
      newRating = try await invocation.ask(for: rating, present: "\(review.rating)")
      newComment = try await invocation.ask(for: comment, present: review.comment)
      guard newRating != nil || newComment != nil else {
        return invocation.console.notify("nothing was changed")
      }
    }
    let review = try await state.edit(
      id, of: product, rating: newRating, comment: newComment?.parameterText)
    try invocation.output.record(review, as: ReviewsView())
  }
}
