import SeashellKit

struct RelatedProducts: Command {
  let state: ProductsState
  let console: any Console
  let specification = CommandSpecification(
    "related",
    abstract: "List the products related to a product",
    discussion: "It lists all of them, whatever the shop's page size.",
    examples: [.init("products related p-1", "lists the products related to p-1")],
    arguments: [.init("ID", "the product", completion: "products.id")])

  func run(_ invocation: Invocation) async throws {
    let id = invocation.arguments.text("ID") ?? ""
    let count = try await invocation.write { try await state.relatedProducts(of: id, $0) }
    if count == 0, console.columns != nil { console.notify("no products are related to \(id)") }
  }
}
