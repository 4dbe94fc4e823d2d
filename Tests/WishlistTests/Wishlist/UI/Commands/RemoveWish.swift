import SeashellKit

struct RemoveWish: Command {
  let state: WishlistState
  let id = Argument<String>("ID", "the product", completion: "wishlist.id")
  var specification: CommandSpecification {
    CommandSpecification(
      "remove",
      abstract: "Take a product off the wishlist",
      examples: [
        .init("wishlist add p-2", "puts p-2 on it"),
        .init("wishlist remove p-2", "takes it off again"),
      ],
      parameters: [id])
  }

  func run(_ invocation: Invocation) async throws {
    try state.remove(invocation[id])
  }
}
