import SeashellKit

struct ListProducts: Command {
  let state: ProductsState
  let query = Option<String?>("query", value: "T", "list only products with these words")
  let pages = PageOptions(of: "products")
  let order = Option<ProductListing.Order?>("sort", value: "F", "the field to sort by")

  var specification: CommandSpecification {
    CommandSpecification(
      "list",
      abstract: "List or search products",
      discussion: """
        Each word of the query must be the beginning of a word in the product's name or \
        description. Without --sort, the shop decides the order; a '-' before the field reverses \
        it. --all lists page after page, of 1000 products unless --per-page is given. If more pages \
        follow, a notice on standard error says so, unless notices are off.
        """,
      examples: [
        .init("products list --query mug", "lists the mugs"),
        .init("products list --sort -price --per-page 5", "lists the five most expensive products"),
        .init("products list --all -o csv", "lists all products as CSV"),
      ],
      parameters: [query, pages, order], changesData: false, offline: .reads,
      columns: ProductsView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let listing = ProductListing(query: invocation[query], order: invocation[order])
    invocation.observe { _ = state.changes() }
    var position: ListPosition?
    let count = try await invocation.output.list(as: ProductsView.self) { show in
      position = try await state.list(listing, pages, show)
    }
    invocation.notifyListed(
      count, position, page: pages.page, next: "products more",
      empty: ProductsView.emptyNotice(listing))
  }
}
