public import SeashellKit

/// Reads and writes reviews.
///
/// Implementations throw ``ReviewsError``, or `CancellationError` if their task was cancelled.
public protocol ReviewsServiceProtocol: Sendable {
  /// Returns the first page of a listing.
  func reviews(_ listing: ReviewListing) async throws -> APIPage<Review>

  /// Returns the next page, from the request in the page before it.
  ///
  /// - Parameters:
  ///   - next: the request for the page.
  ///   - product: the id of the reviewed product; nil for all products.
  func reviews(following next: APIRequest, of product: String?) async throws -> APIPage<Review>

  /// Returns a review of a product.
  func review(_ id: Review.ID, of product: String) async throws -> Review

  /// Whether writes wait that change what a listing shows.
  func hasWaiting(_ listing: ReviewListing) async -> Bool

  /// Adds a review by the signed-in user to a product.
  ///
  /// - Parameters:
  ///   - rating: the rating in stars: 1 to 5.
  ///   - comment: the text, 1 to 2,000 characters.
  ///   - product: the id of the reviewed product.
  func add(rating: Int, comment: String, to product: String) async throws -> Review

  /// Changes a review; the fields that are nil are not changed.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review

  /// Deletes a review.
  func delete(_ id: Review.ID, of product: String) async throws
}

extension ReviewsServiceProtocol {
  /// False: nothing waits.
  public func hasWaiting(_ listing: ReviewListing) async -> Bool { false }

  /// Calls a closure with each page of a listing, from its first page to the last.
  ///
  /// - Parameters:
  ///   - listing: what to list.
  ///   - body: called with a page before the next one is requested.
  /// - Throws: what `body` throws; `APIPageError` if a page after the first fails.
  public func forEachPage(
    of listing: ReviewListing, _ body: (APIPage<Review>) async throws -> Void
  ) async throws {
    try await reviews(listing).forEachPage(
      of: "reviews", isFirst: listing.page ?? 1 == 1,
      following: { try await reviews(following: $0, of: listing.product) }, body)
  }
}
