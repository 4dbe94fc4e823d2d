import SeashellKit

/// Reads products.
protocol ProductsServiceProtocol: ResourceService where Item == ProductListing {
  /// Calls a closure with each page of the products related to a product.
  func related(to id: Product.ID, _ show: ([Product]) async throws -> Void) async throws
}
