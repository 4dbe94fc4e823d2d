import Observation
import SeashellKit

/// The products listed last and the product shown last, for `more`, `refresh` and completion.
///
/// Commands do not read products from here: each requests them from the shop.
@Observable @MainActor
final class ProductsState {
  let products: ResourceState<ProductListing>

  private let service: any ProductsServiceProtocol

  init(service: any ProductsServiceProtocol, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    products = ResourceState(service, of: ProductListing(), clock: clock)
  }

  /// Lists all products related to a product, without affecting `more`.
  func related(
    to id: Product.ID, _ show: ([Product]) async throws -> Void
  ) async throws {
    try await service.related(to: id, show)
  }
}
