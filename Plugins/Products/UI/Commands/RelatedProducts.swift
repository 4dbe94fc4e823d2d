import SeashellKit

struct RelatedProducts: Command {
  let state: ProductsState
  let id = Argument<String>("ID", "the product", completion: .products)
  var specification: CommandSpecification {
    CommandSpecification(
      "related",
      abstract: "List the products related to a product",
      discussion: "It lists all of them, whatever the shop's page size.",
      examples: [.init("products related p-1", "lists the products related to p-1")],
      parameters: [id], changesData: false, offline: .reads, columns: ProductsView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.products.changes(of: ProductListing()) }
    let count = try await invocation.output.list(as: ProductsView()) { show in
      try await state.related(to: invocation[id], show)
    }
    invocation.notifyListed(count, nil, empty: "no products are related to \(invocation[id])")
  }
}
