import SeashellKit

/// The path of a product's reviews, `products/p-7/reviews`, or of one of them, `products/p-7/reviews/r-1`.
struct ReviewPath: Equatable {
  /// The pattern of both as places of the shell.
  static let places = "products/{products.id}/reviews/{reviews.id}"

  static let all: APIPath = "reviews"

  let product: String

  /// The id of the review; nil for all of the product.
  var review: Review.ID?

  init(of product: String, _ review: Review.ID? = nil) {
    (self.product, self.review) = (product, review)
  }

  /// Reads a path; nil if no reviews are there.
  init?(_ segments: [String]) {
    guard 3...4 ~= segments.count, segments[0] == "products", segments[2] == "reviews" else {
      return nil
    }
    self.init(of: segments[1], segments.count == 4 ? segments[3] : nil)
  }

  /// Reads a path as events have it; nil if no reviews are there.
  init?(_ resource: String) {
    self.init(Self.segments(of: resource))
  }

  var path: APIPath {
    if let review { "products/\(product)/reviews/\(review)" } else { "products/\(product)/reviews" }
  }

  /// Whether a path contains the reviews of products: `products`, or a product.
  static func isContainer(_ resource: String) -> Bool {
    let segments = segments(of: resource)
    return segments.count < 3 && segments[0] == "products"
  }

  private static func segments(of resource: String) -> [String] {
    resource.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
