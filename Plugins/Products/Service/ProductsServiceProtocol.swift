public import SeashellKit

/// Where products come from.
///
/// An implementation throws ``ProductsError``, or `CancellationError` where its task was cancelled.
public protocol ProductsServiceProtocol: Sendable {
  /// Gets the page that a listing begins at.
  func products(_ listing: ProductListing) async throws -> APIPage<Product>

  /// Gets the page that another one names as its next.
  func products(following next: APIRequest) async throws -> APIPage<Product>

  /// Gets a product.
  func product(_ id: Product.ID) async throws -> Product

  /// Gets the first page of the products that go with one.
  func relatedProducts(of id: Product.ID) async throws -> APIPage<Product>
}
