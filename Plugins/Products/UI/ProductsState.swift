import Observation
import SeashellKit

/// The products listed last and the product shown last, for `more`, `refresh` and completion.
///
/// Commands do not read products from here: each requests them from the shop.
@Observable @MainActor
final class ProductsState {
  let products: ModuleList<ProductListing>

  init(service: any ListService<ProductListing>, clock: any Clock<Duration> = ContinuousClock()) {
    products = ModuleList(service, clock: clock)
  }

  /// Lists all products related to a product, without affecting `more`.
  func relatedProducts(
    of id: Product.ID, _ show: ([Product]) async throws -> Void
  ) async throws {
    try await products.service.forEachPage(
      of: ProductListing(related: id), named: "related products", show)
  }

  /// Marks a product as changed after a change of its reviews, since it shows their number and mean.
  func handleChangedReviews(of product: Product.ID) {
    products.changes.add("products/\(product)")
    if products.shown.value?.id == product { products.shown.markStale() }
  }
}
