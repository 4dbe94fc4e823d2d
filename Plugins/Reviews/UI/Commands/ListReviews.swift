import SeashellKit

struct ListReviews: Command {
  let state: ReviewsState
  let product = Argument<String?>(
    "PRODUCT", "the reviewed product; without it, all products", completion: "products.id")
  let author = Option<String?>(
    "author", value: "NAME", "list only reviews by this user; 'me' means yourself",
    length: 1...500, completion: .reviewAuthors)
  let maximumRating = Option<Int?>(
    "max-rating", "list only reviews with at most this rating", in: Review.ratings)
  let pages = PageOptions(of: "reviews")
  var specification: CommandSpecification {
    CommandSpecification(
      "list",
      abstract: "List reviews of one product or of all, newest first",
      discussion: """
        Without a product, it lists the reviews of all products, each with its product. --all lists \
        page after page, of 1000 reviews unless --per-page is given. If more pages follow, a notice \
        on standard error says so, unless notices are off.
        """,
      examples: [
        .init("reviews list p-1", "lists the newest reviews of p-1"),
        .init("reviews list p-1 --all -o json", "lists all of them, as JSON"),
        .init("reviews list --max-rating 2", "lists the worst reviews of all products"),
        .init("reviews list --author maja", "lists what maja has written"),
      ],
      parameters: [product, author, maximumRating, pages], changesData: false, offline: .reads,
      columns: ReviewsView(isOfAll: true).columns)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let listing = ReviewListing(
      product: invocation[product], author: try await authorName(in: invocation),
      maximumRating: invocation[maximumRating])
    let view = ReviewsView(
      isOfAll: listing.product == nil, isMarked: await state.lookForWaiting(in: listing))
    try await invocation.list(
      listing, pages, of: state.reviews, as: view, empty: Self.emptyNotice(listing))
  }

  /// Returns the author that `--author` selects; nil without the option.
  private func authorName(in invocation: Invocation) async throws -> String? {
    guard invocation[author] == "me" else { return invocation[author] }
    guard let name = try await state.userName() else {
      throw invocation.usageError(
        "the shell knows your token, but not your name", at: author, hint: "pass --author NAME")
    }
    return name
  }

  private static func emptyNotice(_ listing: ReviewListing) -> String {
    let reviews = listing.isFiltered ? "such reviews" : "reviews"
    return listing.product.map { "\($0) has no \(reviews)" } ?? "there are no \(reviews)"
  }
}
