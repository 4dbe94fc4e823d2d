import Observation
import ReviewsEvents
import SeashellKit

/// The reviews listed last, for `more` and completion.
///
/// Commands do not read reviews from here: each requests them from the shop.
@Observable @MainActor
final class ReviewsState {
  /// The maximum number of stored reviews; of a longer list, the last ones are stored.
  static let capacity = 1000

  /// How much of a list was shown.
  struct Position: Equatable {
    /// What is listed.
    let listing: ReviewListing
    var list: ListPosition
  }

  private(set) var reviews: [Review] = []

  /// How much of the list was shown; nil if there is no list.
  private(set) var position: Position?

  /// Whether others have changed the product's reviews since they were listed.
  var isStale: Bool { !changes.isEmpty }

  /// Reviews that were requested only for completion; nil if none were.
  var suggestions: (product: String, reviews: [Review])?

  /// Whether the product's reviews have changed in the shop since the suggestions were requested.
  var suggestionsAreStale = false

  let service: any ReviewsServiceProtocol
  let fetch: CompletionFetch
  private let bus: EventBus?
  private var next: APIRequest?

  /// Requests the last shown page again.
  private var lastPage: (() async throws -> APIPage<Review>)?

  /// Whether a shown review was deleted, so that the reviews after it have moved to earlier pages.
  private var hasMovedUp = false

  /// The ids of the reviews that others have changed since the list was shown.
  ///
  /// They include the user's own changes whose event arrives before the response, until it arrives.
  private var changes: Set<Review.ID> = []

  /// The ids of the reviews that the user has changed, until the events of the changes arrive.
  private var ownChanges: Set<Review.ID> = []

  /// - Parameter bus: gets the events of `ReviewsEvents`.
  init(
    service: any ReviewsServiceProtocol, bus: EventBus? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.bus = bus
    fetch = CompletionFetch(clock: clock)
  }

  /// Lists a product's reviews: one page, or all pages.
  ///
  /// - Parameters:
  ///   - listing: which reviews to list.
  ///   - all: whether to list all pages; only the last page is stored.
  ///   - body: called with each review.
  func list(
    _ listing: ReviewListing, all: Bool = false, _ body: (Review) throws -> Void
  ) async throws {
    guard all else {
      let page = try await service.reviews(listing)
      begin(listing, page)
      return try page.elements.forEach(body)
    }
    var isFirst = true
    try await service.forEachPage(of: listing) { page in
      if isFirst {
        begin(listing, page)
      } else {
        reviews = []
        store(page, page.elements)
      }
      isFirst = false
      try page.elements.forEach(body)
    }
  }

  /// Lists the reviews after the last one shown; does nothing if there are none.
  ///
  /// Added and deleted reviews shift the pages. Reviews that were already shown are left out. If
  /// reviews may have moved to the page shown last, it is requested again.
  ///
  /// - Throws: ``ReviewsError`` `notListed` if there is no list, or if it was dropped.
  func more(_ body: (Review) throws -> Void) async throws {
    guard let position else { throw ReviewsError.notListed() }
    guard position.list.hasMore, let lastPage else { return }
    if hasMovedUp {
      let page = try await lastPage()
      let isShown = Set(reviews.map(\.id)).contains
      let firstNew = page.elements.lastIndex { isShown($0.id) }.map { $0 + 1 } ?? 0
      store(page, Array(page.elements[firstNew...]))
      hasMovedUp = false
      try page.elements[firstNew...].forEach(body)
    }
    // No more reviews can be repeated than are stored.
    var repeated = 0
    while let next, repeated <= Self.capacity {
      let page = try await follow(next, of: position.listing.product)
      let isShown = Set(reviews.map(\.id)).contains
      let elements = page.elements.filter { !isShown($0.id) }
      store(page, elements)
      try elements.forEach(body)
      if !elements.isEmpty || page.elements.isEmpty { break }
      repeated += page.elements.count
    }
  }

  /// Returns a review of a product.
  func review(_ id: Review.ID, of product: String) async throws -> Review {
    try await service.review(id, of: product)
  }

  /// Adds a review to a product.
  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let review = try await service.add(rating: rating, comment: comment, to: product)
    if position?.listing.includes(review) == true {
      // The event of a new review does not say whether a filter leaves it out.
      if position?.listing.isFiltered == true { shift(by: 1) }
      reviews.insert(review, at: 0)
      // `more` continues after the last review, so an earlier one is removed.
      if reviews.count > Self.capacity { reviews.remove(at: 1) }
    }
    markAsOwn(review.id, of: product)
    return review
  }

  /// Changes a review; the fields that are nil are not changed.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let review = try await service.edit(id, of: product, rating: rating, comment: comment)
    if let index = reviews.firstIndex(where: { $0.id == id }) {
      if position?.listing.includes(review) == true {
        reviews[index] = review
      } else {
        remove(at: index)
      }
    }
    markAsOwn(id, of: product)
    return review
  }

  /// Deletes a review.
  func delete(_ id: Review.ID, of product: String) async throws {
    try await service.delete(id, of: product)
    markAsOwn(id, of: product)
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

  /// Drops everything.
  func forget() { drop(under: nil) }

  private func begin(_ listing: ReviewListing, _ page: APIPage<Review>) {
    let count = page.elements.count
    position = Position(
      listing: listing,
      list: ListPosition(
        reached: ((listing.page ?? 1) - 1) * (listing.perPage ?? count), hasMore: false))
    forgetChanges()
    lastPage = { [service] in try await service.reviews(listing) }
    reviews = []
    store(page, page.elements)
  }

  private func follow(_ next: APIRequest, of product: String?) async throws -> APIPage<Review> {
    let page = try await service.reviews(following: next, of: product)
    lastPage = { [service] in try await service.reviews(following: next, of: product) }
    return page
  }

  /// Stores the elements of a page that were not shown before.
  private func store(_ page: APIPage<Review>, _ elements: [Review]) {
    reviews = Array((reviews + elements).suffix(Self.capacity))
    next = page.next
    position?.list.reached += elements.count
    position?.list.total = page.total
    position?.list.hasMore = page.next != nil
  }
}

extension ReviewsState {
  func handle(_ event: DataInserted) {
    recordChange(event.id, in: event.resource)
    if isListed(event.resource), position?.listing.isFiltered == false { shift(by: 1) }
    if let product = Self.product(of: event.resource) {
      bus?.post(ReviewAdded(product: product, review: event.id))
    }
  }

  func handle(_ event: DataUpdated) {
    recordChange(event.id, in: event.resource)
    if let product = Self.product(of: event.resource) {
      bus?.post(ReviewChanged(product: product, review: event.id))
    }
  }

  func handle(_ event: DataDeleted) {
    recordChange(event.id, in: event.resource)
    if isListed(event.resource), let index = reviews.firstIndex(where: { $0.id == event.id }) {
      remove(at: index)
    }
    if hasSuggestions(of: event.resource) { suggestions?.reviews.removeAll { $0.id == event.id } }
    drop(under: Self.path(event.resource, event.id))
    if let product = Self.product(of: event.resource) {
      bus?.post(ReviewDeleted(product: product, review: event.id))
    }
  }

  func handle(_ event: DataInvalidated) {
    if let resource = event.resource, let id = event.id { recordChange(id, in: resource) }
    drop(under: event.resource.map { Self.path($0, event.id) })
  }

  private static func path(_ resource: String, _ id: String?) -> String {
    id.map { "\(resource)/\($0)" } ?? resource
  }

  private func isListed(_ resource: String) -> Bool {
    guard let position else { return false }
    guard let product = position.listing.product else { return Self.product(of: resource) != nil }
    return Self.list(of: product) == resource
  }

  private func hasSuggestions(of resource: String) -> Bool {
    suggestions.map { Self.list(of: $0.product) == resource } ?? false
  }

  private static func list(of product: String) -> String { "products/\(product)/reviews" }

  /// The product whose reviews are at a path; nil if none are there.
  private static func product(of resource: String) -> String? {
    let parts = resource.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "products", parts[2] == "reviews" else { return nil }
    return String(parts[1])
  }

  private func recordChange(_ id: Review.ID?, in resource: String) {
    if hasSuggestions(of: resource) { suggestionsAreStale = true }
    guard isListed(resource) else { return }
    if let id, ownChanges.remove(id) != nil { return }
    // Of very many changes, not every id is needed.
    if changes.count < Self.capacity { changes.insert(id ?? "") }
  }

  /// Marks a change as the user's own, whether its event has arrived or not.
  fileprivate func markAsOwn(_ id: Review.ID, of product: String) {
    guard isListed(Self.list(of: product)), changes.remove(id) == nil else { return }
    ownChanges.insert(id)
  }

  /// Removes a review that the list no longer has.
  fileprivate func remove(at index: Int) {
    reviews.remove(at: index)
    hasMovedUp = true
    shift(by: -1)
  }

  /// Adjusts the position for reviews added or deleted before it.
  fileprivate func shift(by count: Int) {
    position?.list.reached += count
    if let total = position?.list.total { position?.list.total = total + count }
  }

  fileprivate func forgetChanges() {
    changes = []
    ownChanges = []
    hasMovedUp = false
  }

  /// Drops the stored data about a resource and those under it; nil drops everything.
  private func drop(under path: String?) {
    func isAffected(_ product: String?) -> Bool {
      guard let path else { return true }
      // The list of all products contains the list of whichever product the path names.
      let product = product ?? path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      let own = Self.list(of: product)
      return path == "reviews" || own == path || own.hasPrefix(path + "/")
    }
    if path == nil || suggestions.map({ isAffected($0.product) }) == true { discardSuggestions() }
    guard let position, isAffected(position.listing.product) else { return }
    reviews = []
    next = nil
    lastPage = nil
    self.position = nil
    forgetChanges()
  }
}
