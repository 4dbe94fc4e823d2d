import SeashellKit

extension Product {
  /// Returns the first products, or the first of those that match a query.
  static func products(query: String = "") async throws -> [Product] {
    try await APIRequest(path: "products", query: ["query": query])
      .response(on: ShopClient.shared)
      .resource(.snakeCase)
  }

  /// The products that are related to this one.
  var relatedProducts: [Product] {
    get async throws {
      try await APIRequest(path: "products/\(id)/relatedProducts")
        .response(on: ShopClient.shared)
        .resource(.snakeCase)
    }
  }

  /// The newest reviews.
  var reviews: [Review] {
    get async throws {
      try await APIRequest(path: "products/\(id)/reviews")
        .response(on: ShopClient.shared)
        .resource(.snakeCase)
    }
  }

  /// Sends a review; needs a client that is signed in.
  func sendReview(rating: Int, comment: String) async throws {
    try await APIRequest(
      path: "products/\(id)/reviews", method: .post,
      body: .formData(["rating": "\(rating)", "comment": comment])
    )
    .response(on: ShopClient.shared)
    .verify()
  }
}
