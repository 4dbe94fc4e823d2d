import SeashellKit

struct ShowReview: Command {
  let state: ReviewsState
  let product = Argument.product
  let id = Argument.review
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show a review",
      discussion:
        "PRODUCT may be left out if the review was just listed, or is one of the newest 1000.",
      examples: [.init("reviews show p-1 r-1", "shows the review r-1 of p-1")],
      parameters: [product, id], changesData: false, offline: .reads, columns: ReviewsView().columns
    )
  }

  func parent(of id: String) async throws -> String? {
    try await state.product(of: id)
  }

  func run(_ invocation: Invocation) async throws {
    let (product, id) = (invocation[product], invocation[id])
    let list = ReviewListing(product: product)
    invocation.observe { _ = state.reviews.changes(of: list, id) }
    let review = try await state.reviews.record(id, of: list)
    try invocation.output.record(
      review, as: ReviewsView(isMarked: review.queued != nil))
  }
}
