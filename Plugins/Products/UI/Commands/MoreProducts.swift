import SeashellKit

struct MoreProducts: Command {
  let state: ProductsState
  let specification = CommandSpecification(
    "more",
    abstract: "List the next page of the last list",
    discussion: """
      After the last page the list is empty, and a notice says so. Signing in or out and switching \
      the environment end the list; 'products refresh' starts it again.
      """,
    examples: [
      .init("products list --per-page 10", "lists ten products"),
      .init("products more", "lists the next ten"),
    ], changesData: false, columns: ProductsView.columns)

  func run(_ invocation: Invocation) async throws {
    let hadMore = state.listed.hasMore
    let count = try await invocation.output.list(as: ProductsView.self) { try await state.more($0) }
    guard hadMore else { return invocation.console.notify("there are no more products") }
    invocation.notifyListed(
      count, state.listed.position, next: "products more", canListAll: false,
      empty: ProductsView.emptyNotice(state.listing))
  }
}
