import SeashellKit

struct MoreReviews: Command {
  let state: ReviewsState
  let specification = CommandSpecification(
    "more",
    abstract: "List the next page of the last list",
    discussion: """
      It continues after the last review shown, even if you have added or deleted reviews since. \
      If others have changed reviews, a notice says so. After the last page it lists nothing, and \
      a notice says so.
      """,
    examples: [
      .init("reviews list p-1 --per-page 4", "lists four reviews"),
      .init("reviews more", "lists the next four"),
    ], changesData: false, columns: AllReviewsView.columns)

  func run(_ invocation: Invocation) async throws {
    let hadMore = state.position?.list.hasMore == true
    let count = try await invocation.output.list(reviewsOf: state.position?.listing.product) {
      try await state.more($0)
    }
    if hadMore {
      invocation.notifyListed(
        count, state.position?.list, next: "reviews more", canListAll: false,
        empty: "there are no more reviews")
    } else {
      invocation.console.notify("there are no more reviews")
    }
    if state.isStale, let listing = state.position?.listing {
      let again =
        listing.isFiltered
        ? "list them again to see how"
        : "'reviews list\(listing.product.map { " \($0)" } ?? "")' lists them again"
      invocation.console.notify("the reviews have changed; \(again)")
    }
  }
}
