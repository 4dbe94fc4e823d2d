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
    try invocation.output.columns(ProductsView.columns)
    try await state.refresh { try invocation.output.row(ProductsView.row($0)) }
    if console.isInteractive, let notice = ProductsView.notice(state.position) {
      console.notify(notice)
    }
  }
}
