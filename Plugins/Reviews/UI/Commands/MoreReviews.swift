import SeashellKit

struct MoreReviews: Command {
  let state: ReviewsState
  let console: any Console
  let specification = CommandSpecification(
    "more",
    abstract: "List the next page of the reviews that were listed last",
    discussion: """
      After the last page the list is empty, and a notice says so. It goes on after the last \
      review that was shown, also where you have added or deleted one since; a notice tells when \
      others have.
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
      console.notify("the reviews have changed meanwhile; 'reviews list \(product)' begins again")
    }
  }
}
