import SeashellKit

struct DeleteReview: Command {
  let state: ReviewsState
  let console: any Console
  let specification = CommandSpecification(
    "delete",
    abstract: "Delete one of your reviews",
    discussion: "It asks for confirmation. A script must pass --yes, since it cannot answer.",
    examples: [
      .init("reviews delete p-2 r-216 --yes", "deletes the review r-216 without asking")
    ],
    arguments: [.product, .review],
    options: [.init(flag: "yes", "do not ask for confirmation")])

  func checkPreconditions() async throws {
    try await state.checkSignedIn(for: .deleting)
  }

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let id = arguments.text("REVIEW") ?? ""
    let product = arguments.product
    if !arguments.flag("yes") {
      guard console.isInteractive else {
        throw ShellError(
          .usage, "not a terminal, so I can't ask whether to delete the review", hint: "pass --yes")
      }
      try await checkPreconditions()
      guard try await console.confirm("Delete the review \(id) of \(product)?") else {
        throw ShellError(.failed, "nothing was deleted")
      }
    }
    try await state.delete(id, of: product)
    console.notify("the review \(id) of \(product) was deleted")
  }
}
