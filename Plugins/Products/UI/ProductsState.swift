import Observation
import SeashellKit

/// The products listed last and the product shown last, for `more`, `refresh` and completion.
///
/// Commands do not read products from here: each requests them from the shop.
@Observable @MainActor
final class ProductsState {
  let products: ModuleList<Product>

  /// The product shown last.
  let detail = ResourceRequest<Product>()

  private let service: any ProductsServiceProtocol

  init(service: any ProductsServiceProtocol, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    products = ModuleList(of: "products", clock: clock, id: \.id)
  }

  /// Lists the products of a listing: one page, or all pages.
  @discardableResult
  func list(
    _ listing: ProductListing, _ pages: PageSelection = PageSelection(),
    _ show: ([Product]) async throws -> Void
  ) async throws -> ListPosition {
    try await products.list(pages, from: source(listing), show)
  }

  /// Returns a product, and stores it as the detail.
  func product(_ id: Product.ID) async throws -> Product {
    try await detail.load(ProductPath.product(id).resource) { [service] in
      try await service.product(id)
    }
  }

  /// Lists all products that are related to a product, without affecting `more`.
  func relatedProducts(
    of id: Product.ID, _ show: ([Product]) async throws -> Void
  ) async throws {
    try await service.forEachRelatedPage(of: id) { try await show($0.elements) }
  }

  /// Returns the known products that match a query by id or by a word of the name.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    let shown = detail.value.map { [$0] } ?? []
    return products.candidates(for: query, from: source(ProductListing()), also: shown) {
      $1.offer($0.id, named: $0.name)
    }
  }

  func apply(_ change: DataChange) {
    products.apply(change)
    detail.apply(change)
  }

  /// Has a product shown again whose reviews have changed, since it shows their number and mean.
  func handleChangedReviews(of product: Product.ID) {
    products.changes.add(ProductPath.product(product).resource)
    if detail.value?.id == product { detail.markStale() }
  }

  /// How often a product, or any of them, has changed, for observers.
  ///
  /// - Parameter id: the product; nil for all.
  func changes(of id: Product.ID? = nil) -> Int {
    products.changes[(id.map(ProductPath.product) ?? ProductPath.all).resource]
  }

  /// Drops everything, the last listing too.
  func forget() {
    products.forget()
    detail.expire()
  }

  private func source(_ listing: ProductListing) -> PageSource<Product> {
    PageSource(ProductPath.all.resource) { [service] pages in
      var listing = listing
      (listing.page, listing.perPage) = (pages.page, pages.perPage)
      return try await service.products(listing)
    } following: { [service] in
      try await service.products(following: $0)
    }
  }
}
