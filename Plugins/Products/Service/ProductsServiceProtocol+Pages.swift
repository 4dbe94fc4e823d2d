public import SeashellKit

extension ProductsServiceProtocol {
  /// Gets a listing's pages one after another, from the one that it begins at to the last.
  ///
  /// - Parameters:
  ///   - listing: what is listed.
  ///   - take: takes a page before the next one is asked for.
  /// - Throws: what `take` throws; `APIPageError` where the pages after the first do not all come.
  public func everyPage(
    of listing: ProductListing, _ take: (APIPage<Product>) throws -> Void
  ) async throws {
    try await products(listing).forEachPage(
      of: "products", isFirst: listing.page ?? 1 == 1,
      following: { try await products(following: $0) }, take)
  }

  /// Gets the pages of the products that go with one, from the first to the last.
  ///
  /// - Parameter take: takes a page before the next one is asked for.
  /// - Throws: what `take` throws; `APIPageError` where the pages after the first do not all come.
  public func everyRelatedProduct(
    of id: Product.ID, _ take: (APIPage<Product>) throws -> Void
  ) async throws {
    try await relatedProducts(of: id).forEachPage(
      of: "related products", following: { try await products(following: $0) }, take)
  }
}
