import SeashellKit

struct ListReviews: Command {
  let state: ReviewsState
  let product = Argument.product
  let pages = PageOptions(of: "reviews")
  var specification: CommandSpecification {
    CommandSpecification(
      "list",
      abstract: "List the reviews of a product, newest first",
      discussion: """
        --all lists page after page, of 1000 reviews unless --per-page is given. If more pages \
        follow, a notice on standard error says so, unless notices are off.
        """,
      examples: [
        .init("reviews list p-1", "lists the newest reviews of p-1"),
        .init("reviews list p-1 --all -o json", "lists all of them, as JSON"),
      ],
      parameters: [product, pages], changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let listing = ReviewListing(product: invocation[product])
    var position: ListPosition?
    let count = try await invocation.output.list(as: ReviewsView.self) { show in
      position = try await state.list(listing, pages, show)
    }
    invocation.notifyListed(
      count, position, page: pages.page, next: "reviews more",
      empty: "\(listing.product) has no reviews")
  }
}
