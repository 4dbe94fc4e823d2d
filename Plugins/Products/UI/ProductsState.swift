import Observation
import SeashellKit

/// The products listed last and the product shown last, for `more`, `refresh` and completion.
///
/// Commands do not read products from here: each requests them from the shop.
@Observable @MainActor
final class ProductsState {
  /// The last listing, which `refresh` repeats even after the products were dropped.
  private(set) var listing: ProductListing?

  /// What was listed last.
  let listed: PagedList<Product>

  private(set) var detail: Product?

  /// Whether the detail has changed in the shop since it was requested.
  private(set) var isStale = false

  /// Products that were requested only for completion; nil if none were.
  var suggestions: [Product]?

  /// Whether products have changed in the shop since the suggestions were requested.
  var suggestionsAreStale = false

  let service: any ProductsServiceProtocol
  let fetch: CompletionFetch
  private var listsAll = false

  init(service: any ProductsServiceProtocol, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    listed = PagedList(of: "products") { try await service.products(following: $0) }
    fetch = CompletionFetch(clock: clock)
  }

  /// Lists products: one page, or all pages.
  ///
  /// - Parameters:
  ///   - listing: which products to list.
  ///   - all: whether to list all pages; only the last page is stored.
  ///   - body: called with each product.
  func list(
    _ listing: ProductListing, all: Bool = false, _ body: (Product) throws -> Void
  ) async throws {
    let pages = PageSelection(page: listing.page, perPage: listing.perPage, isAll: all)
    try await listed.list(
      pages,
      from: {
        let page = try await service.products(listing)
        self.listing = listing
        listsAll = all
        return page
      }, body)
  }

  /// Lists the next page of the last list; does nothing if there is none.
  ///
  /// - Throws: ``ProductsError`` `notListed` if there is no list, or if it was dropped.
  func more(_ body: (Product) throws -> Void) async throws {
    guard listed.position != nil else {
      throw ProductsError.notListed(
        hint: listing == nil
          ? "'products list' lists products" : "'products refresh' lists them again")
    }
    try await listed.more(body)
  }

  /// Repeats the last listing.
  ///
  /// - Throws: ``ProductsError`` `notListed` if nothing was listed.
  func refresh(_ body: (Product) throws -> Void) async throws {
    guard let listing else {
      throw ProductsError.notListed(hint: "'products list' lists products")
    }
    try await list(listing, all: listsAll, body)
  }

  /// Returns a product, and stores it as the detail.
  func product(_ id: Product.ID) async throws -> Product {
    let product = try await service.product(id)
    detail = product
    isStale = false
    return product
  }

  /// Lists all products that are related to a product, without affecting `more`.
  func relatedProducts(of id: Product.ID, _ body: (Product) throws -> Void) async throws {
    try await service.forEachRelatedPage(of: id) { try $0.elements.forEach(body) }
  }

  /// Drops everything, the last listing too.
  func forget() {
    listing = nil
    drop()
  }
}

extension ProductsState {
  func handle(_ event: DataInserted) { markStale(event) }

  func handle(_ event: DataUpdated) { markStale(event) }

  func handle(_ event: DataDeleted) { drop(event) }

  func handle(_ event: DataInvalidated) { drop(event) }

  /// Marks the detail as stale if it is the product whose reviews have changed.
  func handleChangedReviews(of product: String) {
    if detail?.id == product { isStale = true }
  }

  /// Marks the stored data that an event is about as stale.
  private func markStale(_ event: some DataEvent) {
    if event.concerns("products") { suggestionsAreStale = true }
    if let detail, event.path == "products/\(detail.id)" { isStale = true }
  }

  /// Drops the stored data that an event is about.
  private func drop(_ event: some DataEvent) {
    guard let path = event.path, path != "products" else { return drop() }
    listed.removeAll { path == "products/\($0.id)" }
    suggestions?.removeAll { path == "products/\($0.id)" }
    if let detail, path == "products/\(detail.id)" { self.detail = nil }
    markStale(event)
  }

  fileprivate func drop() {
    listed.drop()
    detail = nil
    isStale = false
    discardSuggestions()
  }
}
