import SeashellKit

struct MoreProducts: Command {
  let state: ProductsState
  let console: any Console
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
    ])

  func run(_ invocation: Invocation) async throws {
    let hadMore = state.position?.hasMore == true
    let count = try await invocation.write { try await state.more($0) }
    if !hadMore {
      console.notify("there are no more products")
    } else if let notice = ProductsView.notice(
      state.position, shown: count, hint: ProductsView.moreHint)
    {
      console.notify(notice)
    }
  }
}
