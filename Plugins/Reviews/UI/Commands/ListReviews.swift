import SeashellKit

struct ListReviews: Command {
  let state: ReviewsState
  let console: any Console
  let specification = CommandSpecification(
    "list",
    abstract: "List a product's reviews, the newest first",
    discussion: """
      With --all the pages follow one another as they come, 1000 reviews a page unless --per-page \
      says otherwise.
      """,
    examples: [
      .init("reviews list p-1", "lists the newest reviews of p-1"),
      .init("reviews list p-1 --all -o json", "lists all of them, as JSON"),
    ],
    arguments: [.product],
    options: PageOptions.specifications(of: "reviews"))

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let pages = try PageOptions(arguments)
    let listing = ReviewListing(
      product: try arguments.product(for: "list"), page: pages.page, perPage: pages.perPage)
    try invocation.output.columns(ReviewsView.columns)
    try await state.list(listing, all: pages.isAll) {
      try invocation.output.row(ReviewsView.row($0))
    }
    if console.isInteractive, let notice = ReviewsView.notice(state.position) {
      console.notify(notice)
    }
  }
}
