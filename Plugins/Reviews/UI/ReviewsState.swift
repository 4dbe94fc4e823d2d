import Observation
import ReviewsEvents
import SeashellKit

/// The reviews listed last, for `more`, `refresh` and completion.
///
/// Commands do not read reviews from here: each requests them from the shop.
@Observable @MainActor
final class ReviewsState {
  let reviews: ModuleList<Review>

  private let service: any ReviewsServiceProtocol
  private let bus: EventBus?

  /// - Parameter bus: gets the events of `ReviewsEvents`.
  init(
    service: any ReviewsServiceProtocol, bus: EventBus? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.bus = bus
    reviews = ModuleList(of: "reviews", listedBy: "reviews list PRODUCT", clock: clock, id: \.id)
  }

  /// The product whose reviews were listed last; nil if there is no list.
  var product: String? { reviews.listed.source.flatMap { Self.product(of: $0.path) } }

  /// Lists a product's reviews: one page, or all pages.
  @discardableResult
  func list(
    _ listing: ReviewListing, _ pages: PageSelection = PageSelection(),
    _ show: ([Review]) async throws -> Void
  ) async throws -> ListPosition {
    try await reviews.list(pages, from: source(listing), show)
  }

  /// Returns a review of a product.
  func review(_ id: Review.ID, of product: String) async throws -> Review {
    try await service.review(id, of: product)
  }

  /// Adds a review to a product.
  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let review = try await service.add(rating: rating, comment: comment, to: product)
    reviews.insert(review, at: Self.path(of: product))
    return review
  }

  /// Changes a review; the fields that are nil are not changed.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let review = try await service.edit(id, of: product, rating: rating, comment: comment)
    reviews.update(review, at: Self.path(of: product))
    return review
  }

  /// Deletes a review.
  func delete(_ id: Review.ID, of product: String) async throws {
    try await service.delete(id, of: product)
    reviews.remove(id, at: Self.path(of: product))
  }

  /// Checks that the user is signed in, as far as is known without asking the shop.
  ///
  /// - Throws: ``ReviewsError`` `unauthorized`.
  func checkSignedIn(for action: ReviewsError.Action) async throws {
    guard await service.isSignedIn() else { throw ReviewsError.unauthorized(action) }
  }

  /// Summarizes all reviews of a product.
  func summary(of product: String) async throws -> ReviewSummary {
    var summary = ReviewSummary(of: product)
    try await service.forEachPage(of: ReviewListing(product: product, perPage: 1000)) { page in
      for review in page.elements { summary.add(review) }
    }
    return summary
  }

  /// Returns the known reviews that match a query, of the product on the line or of the last list.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    let product = query.value(of: "PRODUCT").flatMap { $0.isEmpty ? nil : $0 }
    let reviewed = product.map { source(ReviewListing(product: $0)) }
    return reviews.candidates(for: query, from: reviewed) {
      $1.offer($0.id, "\($0.rating) of 5, by \($0.author)")
    }
  }

  /// Updates the list for a change, and posts the module's own event for a change of a review.
  func apply(_ change: DataChange) {
    reviews.apply(change)
    switch change {
    case .inserted(let event):
      post(event.resource) { ReviewAdded(product: $0, review: event.id) }
    case .updated(let event):
      post(event.resource) { ReviewChanged(product: $0, review: event.id) }
    case .deleted(let event):
      post(event.resource) { ReviewDeleted(product: $0, review: event.id) }
    case .invalidated: break
    }
  }

  private func post(_ resource: String, _ event: (String) -> some Event) {
    if let bus, let product = Self.product(of: resource) { bus.post(event(product)) }
  }

  private func source(_ listing: ReviewListing) -> PageSource<Review> {
    PageSource(Self.path(of: listing.product), isNewestFirst: true) { [service] pages in
      var listing = listing
      (listing.page, listing.perPage) = (pages.page, pages.perPage)
      return try await service.reviews(listing)
    } following: { [service] in
      try await service.reviews(following: $0, of: listing.product)
    }
  }

  private static func path(of product: String) -> String { "products/\(product)/reviews" }

  /// The product whose reviews are at a path; nil if none are there.
  private static func product(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "products", parts[2] == "reviews" else { return nil }
    return String(parts[1])
  }
}
