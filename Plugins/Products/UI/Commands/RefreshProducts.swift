import SeashellKit

struct RefreshProducts: Command {
  let state: ProductsState
  let console: any Console
  let specification = CommandSpecification(
    "refresh",
    abstract: "List again what was listed last",
    discussion: """
      It begins where that list began, with the same query and order; pages that 'products more' \
      has shown since come by 'products more' again.
      """,
    examples: [
      .init("products list --query mug", "lists the mugs"),
      .init("products refresh", "lists them as they are now"),
    ])

  func run(_ invocation: Invocation) async throws {
    let count = try await invocation.write { try await state.refresh($0) }
    invocation.notify(console, of: state, shown: count, hint: ProductsView.moreHint)
  }
}
