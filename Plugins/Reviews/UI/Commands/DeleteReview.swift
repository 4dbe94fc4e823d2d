import SeashellKit

struct DeleteReview: Command {
  let state: ReviewsState
  let product = Argument.product
  let id = Argument.review
  var specification: CommandSpecification {
    CommandSpecification(
      "delete", abstract: "Delete one of your reviews",
      discussion: "PRODUCT may be left out.",
      examples: [
        .init("reviews delete p-2 r-216 --yes", "deletes the review r-216 without asking")
      ],
      parameters: [product, id], offline: .writes
    ).confirming("Delete the review {REVIEW} of {PRODUCT}?")
  }

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .deleting)
  }

  func parent(of id: String) async throws -> String? {
    try await state.product(of: id, isOwn: true)
  }

  func run(_ invocation: Invocation) async throws {
    let (product, id) = (invocation[product], invocation[id])
    try await state.delete(id, of: product)
    invocation.console.notify("the review \(id) of \(product) was deleted")
  }
}
