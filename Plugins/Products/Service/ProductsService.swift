import SeashellKit

/// Reads the products of the shop; if it cannot be reached, those that are stored.
actor ProductsService: ProductsServiceProtocol, WrappingService {
  nonisolated let base: any ResourceService<ProductListing>

  init(_ base: any ResourceService<ProductListing>) {
    self.base = base
  }

  // On the caller's actor, where `show` writes each page before the next one is requested.
  nonisolated func related(
    to id: Product.ID, _ show: ([Product]) async throws -> Void
  ) async throws {
    try await forEachPage(of: ProductListing(related: id), named: "related products", show)
  }
}
