public import SeashellKit

extension ProductsServiceProtocol {
  /// How many pages one walk may have; with pages of 1,000 that is a hundred million products.
  static var maximumPages: Int { 100_000 }

  /// Gets a listing's pages one after another, from the one that it begins at to the last.
  ///
  /// - Parameters:
  ///   - listing: what is listed.
  ///   - take: takes a page before the next one is asked for.
  /// - Throws: what `take` throws; ``ProductsError`` `endless` where the pages go in a circle,
  ///   `incomplete` where fewer came than the shop counts, or why a page did not come.
  public func everyPage(
    of listing: ProductListing, _ take: (APIPage<Product>) throws -> Void
  ) async throws {
    var page = try await products(listing)
    var count = 0
    var visited: Set<Int> = []
    while true {
      try take(page)
      count += page.elements.count
      guard let next = page.next else { break }
      guard !page.elements.isEmpty else {
        throw ProductsError.endless(after: count, "an empty page names another")
      }
      guard visited.insert(Self.identity(of: next)).inserted else {
        throw ProductsError.endless(after: count, "a page comes again")
      }
      guard visited.count < Self.maximumPages else {
        throw ProductsError.endless(after: count, "\(Self.maximumPages) pages have come")
      }
      do {
        page = try await products(following: next)
      } catch let error as ProductsError {
        throw error.after(count)
      }
    }
    if listing.page ?? 1 == 1, let total = page.total, count < total {
      throw ProductsError.incomplete(count, of: total)
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
