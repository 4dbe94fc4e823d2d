import Observation
import SeashellKit

/// What the shell holds of the products: the last list, as far as it was seen, and the last detail.
///
/// Every command asks the shop. What is held serves completion, `more` and `refresh`.
@Observable @MainActor
final class ProductsState {
  /// How many products of a list are held; of a longer one, those that came last.
  static let capacity = 1000

  /// How far a list was seen.
  struct Position: Equatable {
    /// How many products stand before the point that was reached.
    var reached: Int
    /// How many there are in all, where the shop says so.
    var total: Int?
    /// Whether there are more.
    var hasMore: Bool
  }

  /// What was listed last; kept when the products are dropped, so that it can be listed again.
  private(set) var listing: ProductListing?

  /// The products that are held of the list.
  private(set) var products: [Product] = []

  /// How far the list was seen; nil where there is none.
  private(set) var position: Position?

  /// The product that was shown last.
  private(set) var detail: Product?

  /// Whether the shop's data has changed since the detail came.
  private(set) var isStale = false

  /// The products that were got for completion alone; nil where none were.
  var known: [Product]?

  /// Whether the shop's products have changed since those came.
  var knownIsStale = false

  let service: any ProductsServiceProtocol
  let fetch: CompletionFetch
  private var listsAll = false
  private var next: APIRequest?

  init(service: any ProductsServiceProtocol, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    fetch = CompletionFetch(clock: clock)
  }

  /// Lists products, a page or all that there are.
  ///
  /// - Parameters:
  ///   - listing: which ones.
  ///   - all: whether the pages after the first are asked for too; only one of them is held.
  ///   - take: takes each product.
  func list(
    _ listing: ProductListing, all: Bool = false, _ take: (Product) throws -> Void
  ) async throws {
    guard all else {
      let page = try await service.products(listing)
      begin(listing, all: false, page)
      return try page.elements.forEach(take)
    }
    var isFirst = true
    try await service.everyPage(of: listing) { page in
      if isFirst { begin(listing, all: true, page) } else { hold(page, instead: true) }
      isFirst = false
      try page.elements.forEach(take)
    }
  }

  /// Lists the next page of what was listed last; nothing where there is none.
  ///
  /// - Throws: ``ProductsError`` `notListed` where nothing was listed, or what was is dropped.
  func more(_ take: (Product) throws -> Void) async throws {
    guard let position else {
      throw ProductsError.notListed(
        hint: listing == nil
          ? "'products list' lists products" : "'products refresh' lists them again")
    }
    guard position.hasMore, let next else { return }
    let page = try await service.products(following: next)
    hold(page, instead: false)
    try page.elements.forEach(take)
  }

  /// Lists again what was listed last, from where that began.
  ///
  /// - Throws: ``ProductsError`` `notListed` where nothing was listed.
  func refresh(_ take: (Product) throws -> Void) async throws {
    guard let listing else {
      throw ProductsError.notListed(hint: "'products list' lists products")
    }
    try await list(listing, all: listsAll, take)
  }

  /// Gets a product, which is then held as the detail.
  func product(_ id: Product.ID) async throws -> Product {
    let product = try await service.product(id)
    detail = product
    isStale = false
    return product
  }

  /// Lists all products that go with one, page by page; what `more` and `refresh` go on from stays.
  func relatedProducts(
    of id: Product.ID, _ take: (Product) throws -> Void
  ) async throws {
    try await service.everyRelatedProduct(of: id) { try $0.elements.forEach(take) }
  }

  private func begin(_ listing: ProductListing, all: Bool, _ page: APIPage<Product>) {
    self.listing = listing
    listsAll = all
    let count = page.elements.count
    position = Position(
      reached: ((listing.page ?? 1) - 1) * (listing.perPage ?? count), hasMore: false)
    hold(page, instead: true)
  }

  private func hold(_ page: APIPage<Product>, instead: Bool) {
    products = Array(((instead ? [] : products) + page.elements).suffix(Self.capacity))
    next = page.next
    position?.reached += page.elements.count
    position?.total = page.total
    position?.hasMore = page.next != nil
  }
}

extension ProductsState {
  /// Something was added, to the products or under one of them.
  func hear(_ event: DataInserted) { change(at: Self.path(event.resource, event.id)) }

  /// Something was changed, a product or what is under one.
  func hear(_ event: DataUpdated) { change(at: Self.path(event.resource, event.id)) }

  /// Something was removed, a product or what is under one.
  func hear(_ event: DataDeleted) { drop(under: Self.path(event.resource, event.id)) }

  /// What is held may no longer be what the shop has.
  func hear(_ event: DataInvalidated) {
    drop(under: event.resource.map { Self.path($0, event.id) })
  }

  private static func path(_ resource: String, _ id: String?) -> String {
    id.map { "\(resource)/\($0)" } ?? resource
  }

  private static func isProduct(_ path: String) -> Bool {
    path.hasPrefix("products/") && path.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }

  private func change(at path: String) {
    if path == "products" || Self.isProduct(path) { knownIsStale = true }
    guard let detail else { return }
    let own = "products/\(detail.id)"
    if path == own || path.hasPrefix(own + "/") { isStale = true }
  }

  /// Drops what is at a path; nil means everything.
  private func drop(under path: String?) {
    if path == nil || path == "products" {
      products = []
      next = nil
      position = nil
      detail = nil
      isStale = false
      forgetKnown()
    } else if let path {
      products.removeAll { path == "products/\($0.id)" }
      known?.removeAll { path == "products/\($0.id)" }
      if let detail, path == "products/\(detail.id)" { self.detail = nil }
      change(at: path)
    }
  }
}
