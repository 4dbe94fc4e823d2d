public import SeashellKit

extension ReviewsServiceProtocol {
  /// Gets a listing's pages one after another, from the one that it begins at to the last.
  ///
  /// - Parameters:
  ///   - listing: whose reviews are listed.
  ///   - take: takes a page before the next one is asked for.
  /// - Throws: what `take` throws; `APIPageError` where the pages after the first do not all come.
  public func everyPage(
    of listing: ReviewListing, _ take: (APIPage<Review>) throws -> Void
  ) async throws {
    try await reviews(listing).forEachPage(
      of: "reviews", isFirst: listing.page ?? 1 == 1,
      following: { try await reviews(following: $0, of: listing.product) }, take)
  }
}
