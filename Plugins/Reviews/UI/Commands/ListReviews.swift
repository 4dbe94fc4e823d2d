import SeashellKit

struct ListReviews: Command {
  let state: ReviewsState
  let console: any Console
  let specification = CommandSpecification(
    "list",
    abstract: "List a product's reviews, the newest first",
    discussion: """
      With --all the pages follow one another as they come, 1000 reviews a page unless --per-page \
      says otherwise; a list that its page cuts short says so on standard error, unless notices are \
      off.
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
    let count = try await invocation.write {
      try await state.list(listing, all: pages.isAll, $0)
    }
    let hint = invocation.isTyped ? ReviewsView.moreHint : PageNotice.allHint
    if let notice = ReviewsView.notice(state.position, shown: count, hint: hint) {
      console.notify(notice)
    } else if count == 0, console.columns != nil {
      console.notify(ReviewsView.emptyNotice(listing, of: state.position?.total))
    }
  }
}
