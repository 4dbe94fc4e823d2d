import SeashellKit

struct ListProducts: Command {
  let state: ProductsState
  let console: any Console
  let specification = CommandSpecification(
    "list",
    abstract: "List products, or search for some",
    discussion: """
      Every word of a query has to begin a word of the product's name or description. Without \
      --sort the shop's own order holds; a '-' before a field's name reverses it. With --all the \
      pages follow one another as they come, 1000 products a page unless --per-page says otherwise; \
      a list that its page cuts short says so on standard error, unless notices are off.
      """,
    examples: [
      .init("products list --query mug", "lists the mugs"),
      .init("products list --sort -price --per-page 5", "lists the five dearest"),
      .init("products list --all -o csv", "lists every product"),
    ],
    options: [.init("query", value: "T", "only products with these words")]
      + PageOptions.specifications(of: "products") + [
        .init(
          "sort", value: "F", "the order",
          type: .choice(ProductListing.Order.allCases.map(\.rawValue)))
      ])

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let pages = try PageOptions(arguments)
    let listing = ProductListing(
      query: arguments.text("query"),
      order: arguments.text("sort").flatMap(ProductListing.Order.init(rawValue:)),
      page: pages.page, perPage: pages.perPage)
    let count = try await invocation.write {
      try await state.list(listing, all: pages.isAll, $0)
    }
    invocation.notify(
      console, of: state, shown: count,
      hint: invocation.isTyped ? ProductsView.moreHint : PageNotice.allHint)
  }
}
