import Observation
import SeashellKit

/// What the shell holds of the reviews: the last list, as far as it was seen.
///
/// Every command asks the shop. What is held serves completion and `more`.
@Observable @MainActor
final class ReviewsState {
  /// How many reviews of a list are held; of a longer one, those that came last.
  static let capacity = 1000

  /// How far a list was seen.
  struct Position: Equatable {
    /// The product that the reviews are of.
    let product: String
    /// How many reviews stand before the point that was reached.
    var reached: Int
    /// How many there are in all, where the shop says so.
    var total: Int?
    /// Whether there are more.
    var hasMore: Bool
  }

  /// The reviews that are held of the list.
  private(set) var reviews: [Review] = []

  /// How far the list was seen; nil where there is none.
  private(set) var position: Position?

  /// Whether the product's reviews have changed since they were listed.
  private(set) var isStale = false

  /// The reviews that were got for completion alone; nil where none were.
  var known: (product: String, reviews: [Review])?

  /// Whether the reviews of that product have changed since those came.
  var knownIsStale = false

  let service: any ReviewsServiceProtocol
  let fetch: CompletionFetch
  private var next: APIRequest?

  init(service: any ReviewsServiceProtocol, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    fetch = CompletionFetch(clock: clock)
  }

  /// Lists a product's reviews, a page or all that there are.
  ///
  /// - Parameters:
  ///   - listing: which ones.
  ///   - all: whether the pages after the first are asked for too; only one of them is held.
  ///   - take: takes each review.
  func list(
    _ listing: ReviewListing, all: Bool = false, _ take: (Review) throws -> Void
  ) async throws {
    guard all else {
      let page = try await service.reviews(listing)
      begin(listing, page)
      return try page.elements.forEach(take)
    }
    var isFirst = true
    try await service.everyPage(of: listing) { page in
      if isFirst { begin(listing, page) } else { hold(page, instead: true) }
      isFirst = false
      try page.elements.forEach(take)
    }
  }

  /// Lists the next page of what was listed last; nothing where there is none.
  ///
  /// - Throws: ``ReviewsError`` `notListed` where nothing was listed, or what was is dropped.
  func more(_ take: (Review) throws -> Void) async throws {
    guard let position else { throw ReviewsError.notListed() }
    guard position.hasMore, let next else { return }
    let page = try await service.reviews(following: next, of: position.product)
    hold(page, instead: false)
    try page.elements.forEach(take)
  }

  /// Gets a review of a product.
  func review(_ id: Review.ID, of product: String) async throws -> Review {
    try await service.review(id, of: product)
  }

  /// Adds a review to a product.
  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let review = try await service.add(rating: rating, comment: comment, to: product)
    if position?.product == product {
      reviews = Array(([review] + reviews).prefix(Self.capacity))
    }
    return review
  }

  /// Changes a review; what is nil stays as it is.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let review = try await service.edit(id, of: product, rating: rating, comment: comment)
    if let index = reviews.firstIndex(where: { $0.id == id }) { reviews[index] = review }
    return review
  }

  /// Deletes a review.
  func delete(_ id: Review.ID, of product: String) async throws {
    try await service.delete(id, of: product)
  }

  /// Sums up all of a product's reviews, page by page.
  func summary(of product: String) async throws -> ReviewSummary {
    var summary = ReviewSummary(of: product)
    try await service.everyPage(of: ReviewListing(product: product, perPage: 1000)) { page in
      for review in page.elements { summary.add(review) }
    }
    return summary
  }

  private func begin(_ listing: ReviewListing, _ page: APIPage<Review>) {
    let count = page.elements.count
    position = Position(
      product: listing.product,
      reached: ((listing.page ?? 1) - 1) * (listing.perPage ?? count), hasMore: false)
    isStale = false
    hold(page, instead: true)
  }

  private func hold(_ page: APIPage<Review>, instead: Bool) {
    reviews = Array(((instead ? [] : reviews) + page.elements).suffix(Self.capacity))
    next = page.next
    position?.reached += page.elements.count
    position?.total = page.total
    position?.hasMore = page.next != nil
  }
}

extension ReviewsState {
  /// Something was added: a review, where it is one of the product's.
  func hear(_ event: DataInserted) { change(in: event.resource) }

  /// Something was changed: a review, where it is one of the product's.
  func hear(_ event: DataUpdated) { change(in: event.resource) }

  /// Something was removed: a review, or what reviews are of.
  func hear(_ event: DataDeleted) {
    change(in: event.resource)
    if isListed(event.resource) { reviews.removeAll { $0.id == event.id } }
    if isKnown(event.resource) { known?.reviews.removeAll { $0.id == event.id } }
    drop(under: Self.path(event.resource, event.id))
  }

  /// What is held may no longer be what the shop has.
  func hear(_ event: DataInvalidated) {
    if let resource = event.resource, event.id != nil { change(in: resource) }
    drop(under: event.resource.map { Self.path($0, event.id) })
  }

  private static func path(_ resource: String, _ id: String?) -> String {
    id.map { "\(resource)/\($0)" } ?? resource
  }

  private func isListed(_ resource: String) -> Bool {
    position.map { Self.list(of: $0.product) == resource } ?? false
  }

  private func isKnown(_ resource: String) -> Bool {
    known.map { Self.list(of: $0.product) == resource } ?? false
  }

  private static func list(of product: String) -> String { "products/\(product)/reviews" }

  private func change(in resource: String) {
    if isListed(resource) { isStale = true }
    if isKnown(resource) { knownIsStale = true }
  }

  /// Drops what is at a path or under it; nil means everything.
  private func drop(under path: String?) {
    func isMeant(_ product: String) -> Bool {
      let own = Self.list(of: product)
      return path.map { own == $0 || own.hasPrefix($0 + "/") } ?? true
    }
    if path == nil || known.map({ isMeant($0.product) }) == true { forgetKnown() }
    guard let position, isMeant(position.product) else { return }
    reviews = []
    next = nil
    self.position = nil
    isStale = false
  }
}
