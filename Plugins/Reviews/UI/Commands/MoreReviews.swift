import SeashellKit

struct MoreReviews: Command {
  let state: ReviewsState
  let console: any Console
  let specification = CommandSpecification(
    "more",
    abstract: "List the next page of the reviews that were listed last",
    discussion: """
      After the last page the list is empty, and a notice says so. A notice also tells when \
      reviews were written or deleted meanwhile, since pages then shift.
      """,
    examples: [
      .init("reviews list p-1 --per-page 4", "lists four reviews"),
      .init("reviews more", "lists the next four"),
    ])

  func run(_ invocation: Invocation) async throws {
    let hadMore = state.position?.hasMore == true
    try invocation.output.columns(ReviewsView.columns)
    try await state.more { try invocation.output.row(ReviewsView.row($0)) }
    if !hadMore {
      console.notify("there are no more reviews")
    } else if console.isInteractive, let notice = ReviewsView.notice(state.position) {
      console.notify(notice)
    }
    if state.isStale, let product = state.position?.product {
      console.notify("the reviews have changed meanwhile; 'reviews list \(product)' begins again")
    }
  }
}
