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

  /// Whether others have changed the product's reviews since they were listed.
  var isStale: Bool { !changes.isEmpty }

  /// The reviews that were got for completion alone; nil where none were.
  var known: (product: String, reviews: [Review])?

  /// Whether the reviews of that product have changed since those came.
  var knownIsStale = false

  let service: any ReviewsServiceProtocol
  let fetch: CompletionFetch
  private var next: APIRequest?

  /// Gets the page that was shown last once more.
  private var lastPage: (() async throws -> APIPage<Review>)?

  /// Whether a review that was shown has been deleted since: those behind it have moved up.
  private var hasMovedUp = false

  /// The reviews that others have changed since they were listed.
  ///
  /// A change of the user's own stands here between its event and the answer to its request, where
  /// they come in that order.
  private var changes: Set<Review.ID> = []

  /// The reviews that the user has changed, as long as the events of that are still to come.
  private var ownChanges: Set<Review.ID> = []

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
      if isFirst {
        begin(listing, page)
      } else {
        reviews = []
        hold(page, page.elements)
      }
      isFirst = false
      try page.elements.forEach(take)
    }
  }

  /// Lists the next page of what was listed last; nothing where there is none.
  ///
  /// It goes on after the last review that was shown, though pages shift where reviews are added or
  /// deleted: what was shown already is left out, and what has moved up to the last page is got from
  /// there.
  ///
  /// - Throws: ``ReviewsError`` `notListed` where nothing was listed, or what was is dropped.
  func more(_ take: (Review) throws -> Void) async throws {
    guard let position else { throw ReviewsError.notListed() }
    guard position.hasMore, let lastPage else { return }
    if hasMovedUp {
      let page = try await lastPage()
      let isShown = Set(reviews.map(\.id)).contains
      let isBehind = page.elements.lastIndex { isShown($0.id) }.map { $0 + 1 } ?? 0
      hold(page, Array(page.elements[isBehind...]))
      hasMovedUp = false
      try page.elements[isBehind...].forEach(take)
    }
    // As many reviews may come again as are held, and no more.
    var repeated = 0
    while let next, repeated <= Self.capacity {
      let page = try await follow(next, of: position.product)
      let isShown = Set(reviews.map(\.id)).contains
      let elements = page.elements.filter { !isShown($0.id) }
      hold(page, elements)
      try elements.forEach(take)
      if !elements.isEmpty || page.elements.isEmpty { break }
      repeated += page.elements.count
    }
  }

  /// Gets a review of a product.
  func review(_ id: Review.ID, of product: String) async throws -> Review {
    try await service.review(id, of: product)
  }

  /// Adds a review to a product.
  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let review = try await service.add(rating: rating, comment: comment, to: product)
    if position?.product == product {
      reviews.insert(review, at: 0)
      // The last one is where `more` goes on.
      if reviews.count > Self.capacity { reviews.remove(at: 1) }
    }
    disregard(review.id, of: product)
    return review
  }

  /// Changes a review; what is nil stays as it is.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let review = try await service.edit(id, of: product, rating: rating, comment: comment)
    if let index = reviews.firstIndex(where: { $0.id == id }) { reviews[index] = review }
    disregard(id, of: product)
    return review
  }

  /// Deletes a review.
  func delete(_ id: Review.ID, of product: String) async throws {
    try await service.delete(id, of: product)
    disregard(id, of: product)
  }

  /// Checks that somebody is signed in, as far as is known.
  ///
  /// - Throws: ``ReviewsError`` `unauthorized`.
  func checkSignedIn(for action: ReviewsError.Action) async throws {
    guard await service.isSignedIn() else { throw ReviewsError.unauthorized(action) }
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
    forgetChanges()
    lastPage = { [service] in try await service.reviews(listing) }
    reviews = []
    hold(page, page.elements)
  }

  private func follow(_ next: APIRequest, of product: String) async throws -> APIPage<Review> {
    let page = try await service.reviews(following: next, of: product)
    lastPage = { [service] in try await service.reviews(following: next, of: product) }
    return page
  }

  /// Holds the elements of a page that were not shown before.
  private func hold(_ page: APIPage<Review>, _ elements: [Review]) {
    reviews = Array((reviews + elements).suffix(Self.capacity))
    next = page.next
    position?.reached += elements.count
    position?.total = page.total
    position?.hasMore = page.next != nil
  }
}

extension ReviewsState {
  /// Something was added: a review, where it is one of the product's.
  func hear(_ event: DataInserted) {
    change(event.id, in: event.resource)
    if isListed(event.resource) { shift(by: 1) }
  }

  /// Something was changed: a review, where it is one of the product's.
  func hear(_ event: DataUpdated) { change(event.id, in: event.resource) }

  /// Something was removed: a review, or what reviews are of.
  func hear(_ event: DataDeleted) {
    change(event.id, in: event.resource)
    if isListed(event.resource), let index = reviews.firstIndex(where: { $0.id == event.id }) {
      reviews.remove(at: index)
      hasMovedUp = true
      shift(by: -1)
    }
    if isKnown(event.resource) { known?.reviews.removeAll { $0.id == event.id } }
    drop(under: Self.path(event.resource, event.id))
  }

  /// What is held may no longer be what the shop has.
  func hear(_ event: DataInvalidated) {
    if let resource = event.resource, let id = event.id { change(id, in: resource) }
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

  private func change(_ id: Review.ID?, in resource: String) {
    if isKnown(resource) { knownIsStale = true }
    guard isListed(resource) else { return }
    if let id, ownChanges.remove(id) != nil { return }
    // Of many changes it is enough to know that there are some.
    if changes.count < Self.capacity { changes.insert(id ?? "") }
  }

  /// Takes a change that was heard of, or is to be heard of, for the user's own.
  fileprivate func disregard(_ id: Review.ID, of product: String) {
    guard position?.product == product, changes.remove(id) == nil else { return }
    ownChanges.insert(id)
  }

  /// Counts reviews that came or went before the point that was reached.
  private func shift(by count: Int) {
    position?.reached += count
    if let total = position?.total { position?.total = total + count }
  }

  fileprivate func forgetChanges() {
    changes = []
    ownChanges = []
    hasMovedUp = false
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
    lastPage = nil
    self.position = nil
    forgetChanges()
  }
}
