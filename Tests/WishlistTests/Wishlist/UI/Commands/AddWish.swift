import SeashellKit

struct AddWish: Command {
  let state: WishlistState
  let id = Argument<String>("ID", "the product", completion: "products.id")
  var specification: CommandSpecification {
    CommandSpecification(
      "add",
      abstract: "Put a product on the wishlist",
      examples: [.init("wishlist add p-1", "puts p-1 on it")],
      parameters: [id])
  }

  func run(_ invocation: Invocation) async throws {
    state.add(invocation[id])
  }
}
