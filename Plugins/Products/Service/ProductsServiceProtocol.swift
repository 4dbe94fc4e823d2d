public import SeashellKit

/// Provides the shop's products.
///
/// Implementations throw ``ProductsError``, or `CancellationError` if their task was cancelled.
public protocol ProductsServiceProtocol: Sendable {
  /// Returns the first page of a listing.
  func products(_ listing: ProductListing) async throws -> APIPage<Product>

  /// Returns the next page, from the request in the page before it.
  func products(following next: APIRequest) async throws -> APIPage<Product>

  /// Returns a product.
  func product(_ id: Product.ID) async throws -> Product

  /// Returns the first page of the products that are related to a product.
  func relatedProducts(of id: Product.ID) async throws -> APIPage<Product>
}

extension ProductsServiceProtocol {
  /// Calls a closure with each page of a product's related products.
  ///
  /// - Parameter body: called with a page before the next one is requested.
  /// - Throws: what `body` throws; `APIPageError` if a page after the first fails.
  public func forEachRelatedPage(
    of id: Product.ID, _ body: (APIPage<Product>) async throws -> Void
  ) async throws {
    try await relatedProducts(of: id).forEachPage(
      of: "related products", following: { try await products(following: $0) }, body)
  }
}
