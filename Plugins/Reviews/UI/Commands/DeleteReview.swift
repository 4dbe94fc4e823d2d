import SeashellKit

struct DeleteReview: Command {
  let state: ReviewsState
  let product = Argument.product
  let id = Argument.review
  var specification: CommandSpecification {
    CommandSpecification(
      "delete",
      abstract: "Delete one of your reviews",
      examples: [
        .init("reviews delete p-2 r-216 --yes", "deletes the review r-216 without asking")
      ],
      parameters: [product, id], confirms: "Delete the review {REVIEW} of {PRODUCT}?",
      offline: .writes)
  }

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .deleting)
  }

  func run(_ invocation: Invocation) async throws {
    let (product, id) = (invocation[product], invocation[id])
    try await state.delete(id, of: product)
    invocation.console.notify("the review \(id) of \(product) was deleted")
  }
}
