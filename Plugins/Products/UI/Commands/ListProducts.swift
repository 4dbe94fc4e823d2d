import SeashellKit

enum ListProducts {
  @MainActor
  static func command(_ products: ResourceState<ProductListing>) -> some Command {
    let query = Option<String?>("query", value: "T", "list only products with these words")
    let order = Option<ProductListing.Order?>("sort", value: "F", "the field to sort by")
    var command = ListCommand(
      products, as: ProductsView(), abstract: "List or search products",
      examples: [
        .init("products list mug", "lists the mugs, as --query mug does"),
        .init("products list --sort -price --per-page 5", "lists the five most expensive products"),
        .init("products list --all -o csv", "lists all products as CSV"),
      ],
      parameters: [query, order],
      empty: { $0.search.map { "no product matches '\($0)'" } ?? "the shop has no products" },
      listing: { ProductListing(search: $0[query], order: $0[order]) })
    command.specification.wordsOption = "query"
    command.specification.discussion = """
      Each word of the query must be the beginning of a word in the product's name or \
      description. Without --sort, the shop decides the order; a '-' before the field reverses \
      it. --all lists page after page, of 1000 products unless --per-page is given. If more pages \
      follow, a notice on standard error says so, unless notices are off.
      """
    return command
  }
}
