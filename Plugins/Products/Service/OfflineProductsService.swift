public import SeashellKit

/// Answers from the store when the shop cannot be reached.
struct OfflineProductsService: ProductsServiceProtocol {
  let remote: any ProductsServiceProtocol
  let offline: OfflineFirstService<Product>

  func products(_ listing: ProductListing) async throws -> APIPage<Product> {
    let pages = PageSelection(page: listing.page, perPage: listing.perPage)
    return try await offline.page(
      OfflineQuery(
        ProductPath.all.resource, search: listing.query, sortedBy: listing.order?.precedes), pages
    ) { [remote] in
      try await remote.products(listing)
    }
  }

  func products(following next: APIRequest) async throws -> APIPage<Product> {
    try await offline.page(following: next) { [remote] in
      try await remote.products(following: next)
    }
  }

  func product(_ id: Product.ID) async throws -> Product {
    try await offline.record(id, of: ProductPath.all.resource) { [remote] in
      try await remote.product(id)
    }
  }

  func relatedProducts(of id: Product.ID) async throws -> APIPage<Product> {
    try await offline.page(OfflineQuery(ProductPath.related(to: id).resource)) { [remote] in
      try await remote.relatedProducts(of: id)
    }
  }
}

extension Product: StoredRecord {
  /// `products`.
  public static var storedKind: String { "products" }

  /// The name and the description, in which the shop searches too.
  public var searchText: String { "\(name) \(description)" }
}

extension ProductListing.Order {
  /// Whether a product comes before another one.
  var precedes: @Sendable (Product, Product) -> Bool {
    switch self {
    case .name: { ($0.name, $0.id) < ($1.name, $1.id) }
    case .nameReversed: { ($0.name, $0.id) > ($1.name, $1.id) }
    case .price: { ($0.price, $0.id) < ($1.price, $1.id) }
    case .priceReversed: { ($0.price, $0.id) > ($1.price, $1.id) }
    }
  }
}
