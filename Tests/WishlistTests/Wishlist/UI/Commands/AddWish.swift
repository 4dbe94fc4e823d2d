import SeashellKit

struct AddWish: Command {
  let state: WishlistState
  let specification = CommandSpecification(
    "add",
    abstract: "Put a product on the wishlist",
    examples: [.init("wishlist add p-1", "puts p-1 on it")],
    arguments: [.init("ID", "the product", completion: "products.id")])

  func run(_ invocation: Invocation) async throws {
    state.add(invocation.arguments.text("ID") ?? "")
  }
}
