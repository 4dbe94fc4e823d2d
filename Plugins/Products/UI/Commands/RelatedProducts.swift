import SeashellKit

struct RelatedProducts: Command {
  let state: ProductsState
  let console: any Console
  let specification = CommandSpecification(
    "related",
    abstract: "List the products that go with one",
    discussion: "It lists every one, page by page where the shop sends pages.",
    examples: [.init("products related p-1", "lists what goes with p-1")],
    arguments: [.init("ID", "the product", completion: "products.id")])

  func run(_ invocation: Invocation) async throws {
    let id = invocation.arguments.text("ID") ?? ""
    let count = try await invocation.write { try await state.relatedProducts(of: id, $0) }
    if count == 0, console.columns != nil { console.notify("no products go with \(id)") }
  }
}
