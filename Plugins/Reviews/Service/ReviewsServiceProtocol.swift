public import SeashellKit

/// Where reviews come from, and where they go.
///
/// An implementation throws ``ReviewsError``, or `CancellationError` where its task was cancelled.
public protocol ReviewsServiceProtocol: Sendable {
  /// Gets the page that a listing begins at.
  func reviews(_ listing: ReviewListing) async throws -> APIPage<Review>

  /// Gets the page that another one names as its next.
  ///
  /// - Parameters:
  ///   - next: what the page before it names.
  ///   - product: the id of the product that the reviews are of.
  func reviews(following next: APIRequest, of product: String) async throws -> APIPage<Review>

  /// Gets a review of a product.
  func review(_ id: Review.ID, of product: String) async throws -> Review

  /// Whether somebody is signed in, as far as is known without asking the shop.
  func isSignedIn() async -> Bool

  /// Adds a review to a product, in the name of whoever is signed in.
  ///
  /// - Parameters:
  ///   - rating: how good the product is: 1 to 5.
  ///   - comment: what is said, 1 to 2,000 characters.
  ///   - product: the product's id.
  func add(rating: Int, comment: String, to product: String) async throws -> Review

  /// Changes a review; what is nil stays as it is.
  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review

  /// Deletes a review.
  func delete(_ id: Review.ID, of product: String) async throws
}
