import SeashellKit

/// The paths of reviews in the shop's API, as requests and events name them.
enum ReviewPath {
  /// The list of the reviews of all products.
  static let all: APIPath = "reviews"

  /// The list of the reviews of a product; nil means all products.
  static func list(of product: String?) -> APIPath {
    if let product { "products/\(product)/reviews" } else { all }
  }

  /// A review of a product.
  static func review(_ id: Review.ID, of product: String) -> APIPath {
    "products/\(product)/reviews/\(id)"
  }

  /// The product whose reviews are at a path; nil if none are there.
  static func product(of resource: String) -> String? {
    let parts = resource.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "products", parts[2] == "reviews" else { return nil }
    return String(parts[1])
  }
}
