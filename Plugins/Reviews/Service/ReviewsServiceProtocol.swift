import SeashellKit

/// Implementations throw ``ReviewsError``, or `CancellationError` if their task was cancelled.
protocol ReviewsServiceProtocol: ResourceService where Item == ReviewListing {
  /// Whether queued writes change what a list shows.
  func hasWaiting(_ listing: ReviewListing) async -> Bool

  /// Adds a review by the signed-in user to a product: 1 to 5 stars, and 1 to 2,000 characters.
  func add(rating: Int, comment: String, to product: String) async throws -> Review

  /// Changes a review; the fields that are nil are not changed.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review

  func delete(_ id: Review.ID, of product: String) async throws
}

extension ReviewsServiceProtocol {
  func hasWaiting(_ listing: ReviewListing) async -> Bool { false }
}
