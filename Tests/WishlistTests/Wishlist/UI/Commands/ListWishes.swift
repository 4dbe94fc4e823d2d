import SeashellKit

struct ListWishes: Command {
  let state: WishlistState
  let specification = CommandSpecification(
    "list",
    abstract: "List what is on the wishlist",
    examples: [.init("wishlist list", "lists it")])

  func run(_ invocation: Invocation) async throws {
    try invocation.output.columns(WishlistView.columns)
    for wish in state.wishes { try invocation.output.row(WishlistView.row(wish)) }
  }
}
