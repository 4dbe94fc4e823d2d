import SeashellKit

struct RefreshProducts: Command {
  let state: ProductsState
  let specification = CommandSpecification(
    "refresh",
    abstract: "Repeat the last list",
    discussion: """
      It requests the same page with the same query and order. Use 'products more' for the pages \
      after it.
      """,
    examples: [
      .init("products list --query mug", "lists the mugs"),
      .init("products refresh", "lists them again, as they are now"),
    ], changesData: false, columns: ProductsView.columns)

  func run(_ invocation: Invocation) async throws {
    let count = try await invocation.output.list(as: ProductsView.self) {
      try await state.refresh($0)
    }
    invocation.notifyListed(
      count, state.listed.position, page: state.listing?.page, next: "products more",
      canListAll: false,
      empty: ProductsView.emptyNotice(state.listing))
  }
}
