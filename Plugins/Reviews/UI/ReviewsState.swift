import Observation
import ReviewsEvents
import SeashellKit

/// The reviews listed last, for `more`, `refresh` and completion.
///
/// Commands do not read reviews from here: each requests them from the shop.
@Observable @MainActor
final class ReviewsState {
  let reviews: ResourceState<ReviewListing>

  private let service: any ReviewsServiceProtocol
  private let bus: EventBus?
  private let user: UserState?

  /// `bus` receives the events of `ReviewsEvents`; `user` is nil in a shell without sign-in.
  init(
    service: any ReviewsServiceProtocol, bus: EventBus? = nil, user: UserState? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.bus = bus
    self.user = user
    reviews = ResourceState(service, of: ReviewListing(), clock: clock)
  }

  /// The product whose reviews were listed last; it is nil without a list, and for a list of all products.
  var product: String? { reviews.listing?.product }

  private(set) var hasWaiting = false

  /// The view of the last list.
  var view: ReviewsView { ReviewsView(isOfAll: product == nil, isMarked: hasWaiting) }

  func lookForWaiting(in listing: ReviewListing) async -> Bool {
    hasWaiting = await service.hasWaiting(listing)
    return hasWaiting
  }

  /// The command that repeats the last list.
  var again: String {
    guard let product, reviews.listing?.isFiltered == false else { return "reviews refresh" }
    return "reviews list \(product)"
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let review = try await service.add(rating: rating, comment: comment, to: product)
    for path in Self.paths(of: product) { reviews.insert(review, at: path) }
    return review
  }

  /// Changes a review; the fields that are nil are not changed.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let review = try await service.edit(id, of: product, rating: rating, comment: comment)
    for path in Self.paths(of: product) {
      if reviews.listing?.includes(review) == false {
        reviews.remove(id, at: path)
      } else {
        reviews.update(review, at: path)
      }
    }
    return review
  }

  func delete(_ id: Review.ID, of product: String) async throws {
    try await service.delete(id, of: product)
    for path in Self.paths(of: product) { reviews.remove(id, at: path) }
  }

  /// Finds the product of a review: among those listed or shown last, else among the newest ones of all
  /// products; nil if it is not there, or if the shop does not answer.
  ///
  /// - Parameter isOwn: whether only the user's own reviews count; they are searched first.
  /// - Throws: `ReviewsError.forbidden` if the review must be the user's own and is not.
  func product(of id: Review.ID, isOwn: Bool = false) async throws -> String? {
    let known = reviews.listed.elements + [reviews.shown.value].compactMap(\.self)
    var review = known.first { $0.id == id }
    let author = isOwn && review == nil ? await user?.update()?.name : nil
    for listing in (author == nil ? [] : [ReviewListing(author: author)]) + [ReviewListing()]
    where review == nil {
      do {
        let page = try await service.page(PageSelection(perPage: 1000), of: listing)
        review = page.elements.first { $0.id == id }
      } catch {
        try Task.checkCancellation()
        return nil
      }
    }
    if isOwn, let review { try await checkIsOwn(review) }
    return review?.product
  }

  /// Checks that the user wrote a review, if the user's name is known.
  func checkIsOwn(_ review: Review) async throws {
    guard !review.isWaiting, let name = await user?.update()?.name, review.author != name else {
      return
    }
    throw ReviewsError.forbidden(review: review.id)
  }

  /// Checks that the user is signed in, without asking the shop.
  func checkSignedIn(for action: ReviewsError.Action) async throws {
    guard let user, try await !user.maySendRequests() else { return }
    throw ReviewsError.unauthorized(action, remedy: user.signInHint)
  }

  /// The name of the signed-in user; nil if only the access token is known.
  func userName() async throws -> String? {
    guard let user = await user?.update() else {
      throw ReviewsError.unauthorized(.readingOwn, remedy: user?.signInHint)
    }
    return user.name
  }

  func summary(of product: String) async throws -> ReviewSummary {
    var summary = ReviewSummary(of: product)
    try await service.forEachPage(of: ReviewListing(product: product), size: 1000) {
      for review in $0 where !review.isWaiting { summary.add(review) }
    }
    return summary
  }

  /// Returns the known reviews that match a query, the user's own first.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    let all = reviews.candidates(for: query, of: ReviewListing(completing: query))
    guard let name = user?.current?.name else { return all }
    let isOwn = { (candidate: CompletionSource.Candidate) in
      candidate.abstract.hasSuffix(ReviewListing.author(name))
    }
    return all.filter(isOwn) + all.filter { !isOwn($0) }
  }

  /// Returns the authors of the listed reviews that match a query, after the user.
  func authors(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    var matches = CompletionMatches(query)
    matches.offer("me", "your own reviews")
    let written = Dictionary(grouping: reviews.listed.elements, by: \.author)
    for (author, own) in written.sorted(by: { $0.key < $1.key }) {
      matches.offer(author, "\(own.count) of the listed reviews")
    }
    return matches.candidates
  }

  /// Updates the list after a change, and posts the module's own event if it is a change of a review.
  func apply(_ event: any DataEvent) {
    let (change, environment) = (event.change, event.environment)
    reviews.apply(change, in: environment)
    if let change = Self.amongAll(change) { reviews.apply(change, in: environment) }
    guard let bus, let path = change.resource.flatMap({ ReviewPath($0) }), path.review == nil
    else { return }
    let review = ReviewChange(
      product: path.product, review: change.id, environment: environment, record: change.record)
    switch change.kind {
    case .inserted: bus.post(ReviewAdded(payload: review))
    case .updated: bus.post(ReviewChanged(payload: review))
    case .deleted: bus.post(ReviewDeleted(payload: review))
    case .invalidated: break
    }
  }

  /// Drops everything, including the last list.
  func forget() {
    reviews.forget()
    hasWaiting = false
  }

  /// The paths of the lists that contain a product's reviews.
  private static func paths(of product: String) -> [String] {
    [ReviewListing(product: product), ReviewListing()].map(\.path.resource)
  }

  /// Converts a change to one of the list of all reviews; nil if it does not affect that list.
  private static func amongAll(_ change: DataChange) -> DataChange? {
    guard let path = change.path else { return nil }
    let all = ReviewPath.all.resource
    if ReviewPath(path) != nil { return DataChange(change.kind, of: all, id: change.id) }
    let drops = change.kind == .deleted || change.kind == .invalidated
    return drops && ReviewPath.isContainer(path) ? DataChange(.invalidated, of: all) : nil
  }
}
