import SeashellKit

/// The paths of products in the shop's API, as requests and events name them.
enum ProductPath {
  /// The list of all products.
  static let all: APIPath = "products"

  /// A product.
  static func product(_ id: Product.ID) -> APIPath { "products/\(id)" }

  /// The products that are related to a product.
  static func related(to id: Product.ID) -> APIPath { "products/\(id)/relatedProducts" }
}
