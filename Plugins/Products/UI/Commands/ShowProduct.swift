import SeashellKit

struct ShowProduct: Command {
  let state: ProductsState
  let specification = CommandSpecification(
    "show",
    abstract: "Show a product",
    examples: [.init("products show p-1", "shows the product p-1")],
    arguments: [.init("ID", "the product", completion: "products.id")])

  func run(_ invocation: Invocation) async throws {
    let product = try await state.product(invocation.arguments.text("ID") ?? "")
    try invocation.output.record(ProductsView.detailColumns, ProductsView.detail(product))
  }
}
