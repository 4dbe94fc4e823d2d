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
    options: [
      .init("page", value: "N", "the page to show", type: .integer(1...Int.max)),
      .init("per-page", value: "N", "how many reviews a page has", type: .integer(1...1000)),
      .init(flag: "all", "list every page"),
    ])

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let isAll = arguments.flag("all")
    if isAll, arguments.flag("page") {
      throw ShellError(
        .usage, "--all and --page exclude each other", word: arguments.word(of: "page"))
    }
    let listing = ReviewListing(
      product: try arguments.product(for: "list"), page: arguments.integer("page"),
      perPage: arguments.integer("per-page") ?? (isAll ? 1000 : nil))
    try invocation.output.columns(ReviewsView.columns)
    try await state.list(listing, all: isAll) {
      try invocation.output.row(ReviewsView.row($0))
    }
    if console.isInteractive, let notice = ReviewsView.notice(state.position) {
      console.notify(notice)
    }
  }
}
