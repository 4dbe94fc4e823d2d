import Observation
import SeashellKit

/// The products listed last and the product shown last, for `more`, `refresh` and completion.
///
/// Commands do not read products from here: each requests them from the shop.
@Observable @MainActor
final class ProductsState {
  /// The maximum number of stored products; of a longer list, the last ones are stored.
  static let capacity = 1000

  /// The last listing, which `refresh` repeats even after the products were dropped.
  private(set) var listing: ProductListing?

  private(set) var products: [Product] = []

  /// How much of the list was shown; nil if there is no list.
  private(set) var position: ListPosition?

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
  private var next: APIRequest?

  init(service: any ProductsServiceProtocol, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
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
    guard all else {
      let page = try await service.products(listing)
      begin(listing, all: false, page)
      return try page.elements.forEach(body)
    }
    var isFirst = true
    try await service.forEachPage(of: listing) { page in
      if isFirst { begin(listing, all: true, page) } else { store(page, replacing: true) }
      isFirst = false
      try page.elements.forEach(body)
    }
  }

  /// Lists the next page of the last list; does nothing if there is none.
  ///
  /// - Throws: ``ProductsError`` `notListed` if there is no list, or if it was dropped.
  func more(_ body: (Product) throws -> Void) async throws {
    guard let position else {
      throw ProductsError.notListed(
        hint: listing == nil
          ? "'products list' lists products" : "'products refresh' lists them again")
    }
    guard position.hasMore, let next else { return }
    let page = try await service.products(following: next)
    store(page, replacing: false)
    try page.elements.forEach(body)
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
    drop(under: nil)
  }

  private func begin(_ listing: ProductListing, all: Bool, _ page: APIPage<Product>) {
    self.listing = listing
    listsAll = all
    let count = page.elements.count
    position = ListPosition(
      reached: ((listing.page ?? 1) - 1) * (listing.perPage ?? count), hasMore: false)
    store(page, replacing: true)
  }

  private func store(_ page: APIPage<Product>, replacing: Bool) {
    products = Array(((replacing ? [] : products) + page.elements).suffix(Self.capacity))
    next = page.next
    position?.reached += page.elements.count
    position?.total = page.total
    position?.hasMore = page.next != nil
  }
}

extension ProductsState {
  func handle(_ event: DataInserted) { markStale(at: Self.path(event.resource, event.id)) }

  func handle(_ event: DataUpdated) { markStale(at: Self.path(event.resource, event.id)) }

  func handle(_ event: DataDeleted) { drop(under: Self.path(event.resource, event.id)) }

  func handle(_ event: DataInvalidated) {
    drop(under: event.resource.map { Self.path($0, event.id) })
  }

  /// Marks the detail as stale if it is the product whose reviews have changed.
  func handleChangedReviews(of product: String) {
    if detail?.id == product { isStale = true }
  }

  private static func path(_ resource: String, _ id: String?) -> String {
    id.map { "\(resource)/\($0)" } ?? resource
  }

  private static func isProduct(_ path: String) -> Bool {
    path.hasPrefix("products/") && path.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }

  /// Marks the stored data about a resource as stale.
  private func markStale(at path: String) {
    if path == "products" || Self.isProduct(path) { suggestionsAreStale = true }
    if let detail, path == "products/\(detail.id)" { isStale = true }
  }

  /// Drops the stored data about a resource; nil drops everything.
  private func drop(under path: String?) {
    if path == nil || path == "products" {
      products = []
      next = nil
      position = nil
      detail = nil
      isStale = false
      discardSuggestions()
    } else if let path {
      products.removeAll { path == "products/\($0.id)" }
      suggestions?.removeAll { path == "products/\($0.id)" }
      if let detail, path == "products/\(detail.id)" { self.detail = nil }
      markStale(at: path)
    }
  }
}
