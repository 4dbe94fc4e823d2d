import SeashellKit

struct ShowProduct: Command {
  let state: ProductsState
  let id = Argument<String>("ID", "the product", completion: .products)
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show a product",
      examples: [.init("products show p-1", "shows the product p-1")],
      parameters: [id], changesData: false, columns: ProductDetailView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.record(
      try await state.product(invocation[id]), as: ProductDetailView.self)
  }
}
