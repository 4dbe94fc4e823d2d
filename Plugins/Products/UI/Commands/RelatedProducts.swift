import SeashellKit

struct RelatedProducts: Command {
  let state: ProductsState
  let specification = CommandSpecification(
    "related",
    abstract: "List the products that go with one",
    examples: [.init("products related p-1", "lists what goes with p-1")],
    arguments: [.init("ID", "the product", completion: "products.id")])

  func run(_ invocation: Invocation) async throws {
    let products = try await state.relatedProducts(of: invocation.arguments.text("ID") ?? "")
    try invocation.output.columns(ProductsView.columns)
    for product in products { try invocation.output.row(ProductsView.row(product)) }
  }
}
