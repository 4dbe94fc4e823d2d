public import SeashellKit

/// Answers from the store when the shop cannot be reached, and shows the reviews that wait for it.
struct OfflineReviewsService: ReviewsServiceProtocol {
  let remote: any ReviewsServiceProtocol
  let offline: OfflineFirstService<Review>

  func reviews(_ listing: ReviewListing) async throws -> APIPage<Review> {
    let pages = PageSelection(page: listing.page, perPage: listing.perPage)
    return try await offline.page(Self.query(listing), pages) { [remote] in
      try await remote.reviews(listing)
    }
  }

  func reviews(following next: APIRequest, of product: String?) async throws -> APIPage<Review> {
    try await offline.page(following: next) { [remote] in
      try await remote.reviews(following: next, of: product)
    }
  }

  func review(_ id: Review.ID, of product: String) async throws -> Review {
    try await offline.record(
      id, of: ReviewPath.list(of: product).resource, where: { $0.product == product }
    ) {
      [remote] in try await remote.review(id, of: product)
    }
  }

  func hasWaiting(_ listing: ReviewListing) async -> Bool {
    await offline.hasWaitingWrites(in: Self.query(listing))
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    try await offline.write { try await remote.add(rating: rating, comment: comment, to: product) }
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    try await offline.change(id, of: ReviewPath.list(of: product).resource) { review in
      Self.fields(rating.map { _ in review.rating }, comment.map { _ in review.comment })
    } current: {
      try await remote.review(id, of: product)
    } request: {
      try await remote.edit(id, of: product, rating: rating, comment: comment)
    }
  }

  func delete(_ id: Review.ID, of product: String) async throws {
    if QueuedWrite.number(id) != nil,
      await offline.isWaiting(id, of: ReviewPath.list(of: product).resource)
    {
      throw ReviewsError.waiting(id)
    }
    try await offline.delete(id, of: ReviewPath.list(of: product).resource) {
      Self.fields($0.rating, $0.comment)
    } current: {
      try await remote.review(id, of: product)
    } request: {
      try await remote.delete(id, of: product)
    }
  }

  private static func query(_ listing: ReviewListing) -> OfflineQuery<Review> {
    OfflineQuery(
      ReviewPath.list(of: listing.product).resource, isFiltered: listing.isFiltered,
      where: listing.includes)
  }

  private static func fields(_ rating: Int?, _ comment: String?) -> JSONValue {
    var fields = JSONObject()
    fields["rating"] = rating.map(JSONValue.integer)
    fields["comment"] = comment.map(JSONValue.string)
    return .object(fields)
  }
}

extension Review: StoredRecord {
  /// `reviews`.
  public static var storedKind: String { "reviews" }

  /// The comment and its author.
  public var searchText: String { "\(comment) \(author)" }

  /// Whether it is not in the shop yet.
  var isWaiting: Bool { queued != nil && QueuedWrite.number(id) != nil }
}
