public import SeashellKit

extension ReviewsServiceProtocol {
  /// How many pages one walk may have.
  static var maximumPages: Int { 100_000 }

  /// Gets a listing's pages one after another, from the one that it begins at to the last.
  ///
  /// - Parameters:
  ///   - listing: whose reviews are listed.
  ///   - take: takes a page before the next one is asked for.
  /// - Throws: what `take` throws; ``ReviewsError`` `endless` where the pages go in a circle,
  ///   `incomplete` where fewer came than the shop counts, or why a page did not come.
  public func everyPage(
    of listing: ReviewListing, _ take: (APIPage<Review>) throws -> Void
  ) async throws {
    var page = try await reviews(listing)
    var count = 0
    var visited: Set<Int> = []
    while true {
      try take(page)
      count += page.elements.count
      guard let next = page.next else { break }
      guard !page.elements.isEmpty else {
        throw ReviewsError.endless(after: count, "an empty page names another")
      }
      guard visited.insert(Self.identity(of: next)).inserted else {
        throw ReviewsError.endless(after: count, "a page comes again")
      }
      guard visited.count < Self.maximumPages else {
        throw ReviewsError.endless(after: count, "\(Self.maximumPages) pages have come")
      }
      do {
        page = try await reviews(following: next, of: listing.product)
      } catch let error as ReviewsError {
        throw error.after(count)
      }
    }
    if listing.page ?? 1 == 1, let total = page.total, count < total {
      throw ReviewsError.incomplete(count, of: total)
    }
  }

  /// Tells requests apart in little memory: a walk remembers where it has been.
  private static func identity(of request: APIRequest) -> Int {
    var hasher = Hasher()
    hasher.combine(request.url)
    hasher.combine(request.path)
    hasher.combine(request.query)
    return hasher.finalize()
  }
}
