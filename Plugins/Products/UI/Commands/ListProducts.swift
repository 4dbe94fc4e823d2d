import SeashellKit

struct ListProducts: Command {
  let state: ProductsState
  let console: any Console
  let specification = CommandSpecification(
    "list",
    abstract: "List or search products",
    discussion: """
      Each word of the query must be the beginning of a word in the product's name or description. \
      Without --sort, the shop decides the order; a '-' before the field reverses it. --all lists \
      page after page, of 1000 products unless --per-page is given. If more pages follow, a notice \
      on standard error says so, unless notices are off.
      """,
    examples: [
      .init("products list --query mug", "lists the mugs"),
      .init("products list --sort -price --per-page 5", "lists the five most expensive products"),
      .init("products list --all -o csv", "lists all products as CSV"),
    ],
    options: [.init("query", value: "T", "list only products with these words")]
      + PageOptions.specifications(of: "products") + [
        .init(
          "sort", value: "F", "the field to sort by",
          type: .choice(ProductListing.Order.allCases.map(\.rawValue)))
      ])

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let pages = try PageOptions(arguments)
    let listing = ProductListing(
      query: arguments.text("query"),
      order: arguments.text("sort").flatMap(ProductListing.Order.init(rawValue:)),
      page: pages.page, perPage: pages.perPage)
    let count = try await invocation.write { try await state.list(listing, all: pages.isAll, $0) }
    invocation.notify(
      console, of: state, shown: count,
      hint: invocation.isTyped ? ProductsView.moreHint : PageNotice.allHint)
  }
}
