import SeashellKit

struct ShowProduct: Command {
  let state: ProductsState
  let id = Argument<String>("ID", "the product", completion: .products)
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show a product",
      examples: [.init("products show p-1", "shows the product p-1")],
      parameters: [id], changesData: false, offline: .reads, columns: ProductDetailView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let id = invocation[id]
    invocation.observe { _ = state.products.changes(of: ProductListing(), id) }
    let product = try await state.products.record(id, of: ProductListing())
    try invocation.output.record(product, as: ProductDetailView.self)
  }
}
