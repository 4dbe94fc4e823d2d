import SeashellKit

struct RemoveWish: Command {
  let state: WishlistState
  let specification = CommandSpecification(
    "remove",
    abstract: "Take a product off the wishlist",
    examples: [
      .init("wishlist add p-2", "puts p-2 on it"),
      .init("wishlist remove p-2", "takes it off again"),
    ],
    arguments: [.init("ID", "the product", completion: "wishlist.id")])

  func run(_ invocation: Invocation) async throws {
    try state.remove(invocation.arguments.text("ID") ?? "")
  }
}
