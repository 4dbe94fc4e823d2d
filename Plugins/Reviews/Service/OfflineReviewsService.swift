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
    try await offline.record(id, of: Self.path(product), where: { $0.product == product }) {
      [remote] in try await remote.review(id, of: product)
    }
  }

  func isSignedIn() async -> Bool { await remote.isSignedIn() }

  func hasWaiting(_ listing: ReviewListing) async -> Bool {
    await offline.hasWaitingWrites(in: Self.query(listing))
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    try await offline.write { try await remote.add(rating: rating, comment: comment, to: product) }
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    try await offline.change(id, of: Self.path(product)) { review in
      Self.fields(rating.map { _ in review.rating }, comment.map { _ in review.comment })
    } current: {
      try await remote.review(id, of: product)
    } request: {
      try await remote.edit(id, of: product, rating: rating, comment: comment)
    }
  }

  func delete(_ id: Review.ID, of product: String) async throws {
    if QueuedWrite.number(id) != nil, await offline.isWaiting(id, of: Self.path(product)) {
      throw ReviewsError.waiting(id)
    }
    try await offline.delete(id, of: Self.path(product)) {
      Self.fields($0.rating, $0.comment)
    } current: {
      try await remote.review(id, of: product)
    } request: {
      try await remote.delete(id, of: product)
    }
  }

  /// Returns what a write that waits makes of the reviews; nil if it is about something else.
  static func waiting(_ write: QueuedWrite) -> WaitingWrite<Review>? {
    let path = write.path.segments
    guard path.count >= 3, path[0] == "products", path[2] == "reviews" else { return nil }
    let (rating, comment) = values(of: write.fields)
    switch (write.method, path.count) {
    case (.post, 3):
      guard let rating, let comment else { return nil }
      var review = Review(
        id: write.id, product: path[1], rating: rating, comment: comment,
        author: write.owner.account ?? "")
      review.queued = write.id
      return .adds(review, write)
    case (.put, 4):
      return .changes(path[3]) { review in
        review.rating = rating ?? review.rating
        review.comment = comment ?? review.comment
        review.mark(write)
      }
    case (.delete, 4): return .changes(path[3]) { $0.mark(write) }
    default: return nil
    }
  }

  private static func query(_ listing: ReviewListing) -> OfflineQuery<Review> {
    OfflineQuery(
      listing.product.map(path) ?? "reviews", isFiltered: listing.isFiltered,
      where: listing.includes)
  }

  private static func path(_ product: String) -> String { "products/\(product)/reviews" }

  private static func fields(_ rating: Int?, _ comment: String?) -> JSONValue {
    var fields = JSONObject()
    fields["rating"] = rating.map(JSONValue.integer)
    fields["comment"] = comment.map(JSONValue.string)
    return .object(fields)
  }

  /// Reads the fields of a write; a form has texts for numbers.
  private static func values(of fields: JSONValue?) -> (rating: Int?, comment: String?) {
    let rating: Int? =
      switch fields?["rating"] {
      case .integer(let number): number
      case .string(let text): Int(text)
      default: nil
      }
    let isValid = rating.map(Review.ratings.contains) ?? false
    guard case .string(let comment) = fields?["comment"] else {
      return (isValid ? rating : nil, nil)
    }
    return (isValid ? rating : nil, comment)
  }
}

extension Review: StoredRecord {
  /// `reviews`.
  public static var storedKind: String { "reviews" }

  /// The comment and its author.
  public var searchText: String { "\(comment) \(author)" }

  /// Whether it is not in the shop yet.
  var isWaiting: Bool { queued != nil && QueuedWrite.number(id) != nil }

  /// Adds the name of a write that waits.
  mutating func mark(_ write: QueuedWrite) {
    queued = queued.map { "\($0) \(write.id)" } ?? write.id
  }
}
