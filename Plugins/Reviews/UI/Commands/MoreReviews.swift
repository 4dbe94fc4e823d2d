import SeashellKit

struct MoreReviews: Command {
  let state: ReviewsState
  let console: any Console
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
    ])

  func run(_ invocation: Invocation) async throws {
    let hadMore = state.position?.hasMore == true
    let count = try await invocation.write { try await state.more($0) }
    if !hadMore {
      console.notify("there are no more reviews")
    } else if let notice = ReviewsView.notice(
      state.position, shown: count, hint: ReviewsView.moreHint)
    {
      console.notify(notice)
    }
    if state.isStale, let product = state.position?.product {
      console.notify("the reviews have changed; 'reviews list \(product)' lists them again")
    }
  }
}
