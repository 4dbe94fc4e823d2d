import SeashellKit

/// A list of products: all, those of a search, or those related to a product.
struct ProductListing: Listing, Equatable {
  /// The sort orders; the raw values are those of the API and of `--sort`.
  enum Order: String, Sendable, CaseIterable, ParameterValue {
    case name
    case nameReversed = "-name"
    case price
    case priceReversed = "-price"
  }

  /// Words to search for, each a prefix of a word in the product; nil lists all products.
  var search: String?

  /// The order; nil for the shop's default.
  var order: Order?

  /// The product whose related products are listed; nil for all products.
  var related: Product.ID?

  var noun: Noun { Noun("product") }

  var path: APIPath {
    if let related { "products/\(related)/relatedProducts" } else { "products" }
  }

  var query: APIQuery { ["query": search, "sort": order?.rawValue] }

  func map(_ dto: ProductDTO) throws -> Product { try ProductMapper.map(from: dto) }

  func error(_ error: APIError, id: String?) -> any Error {
    guard error.isNotFound, let id = id ?? related else { return error }
    return RecordError.notFound(noun.one, id)
  }

  var precedes: (@Sendable (Product, Product) -> Bool)? {
    switch order {
    case .name: { ($0.name, $0.id) < ($1.name, $1.id) }
    case .nameReversed: { ($0.name, $0.id) > ($1.name, $1.id) }
    case .price: { ($0.price, $0.id) < ($1.price, $1.id) }
    case .priceReversed: { ($0.price, $0.id) > ($1.price, $1.id) }
    case nil: nil
    }
  }

  /// The name and the description, which the shop searches too.
  func text(of product: Product) -> String { "\(product.name) \(product.description)" }

  func searching(_ word: String) -> ProductListing? {
    related == nil ? ProductListing(search: word) : nil
  }

  func name(of product: Product) -> String { product.name }
}
