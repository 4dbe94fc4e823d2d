import SeashellKit

struct ListReviews: Command {
  let state: ReviewsState
  let console: any Console
  let specification = CommandSpecification(
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
    arguments: [.product],
    options: PageOptions.specifications(of: "reviews"))

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let pages = try PageOptions(arguments)
    let listing = ReviewListing(
      product: arguments.product, page: pages.page, perPage: pages.perPage)
    let count = try await invocation.write { try await state.list(listing, all: pages.isAll, $0) }
    let hint = invocation.isTyped ? ReviewsView.moreHint : PageNotice.allHint
    if let notice = ReviewsView.notice(state.position, shown: count, hint: hint) {
      console.notify(notice)
    } else if count == 0, console.columns != nil {
      console.notify(ReviewsView.emptyNotice(listing, of: state.position?.total))
    }
  }
}
