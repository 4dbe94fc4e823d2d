import Foundation
import TestSupport
import ProductsPlugin
import ReviewsPlugin
import SeashellKit
import ShopBackend
import Testing

/// The client that the calls below go to: the embedded shop's.
private enum Shop {
  @TaskLocal static var client: (any APIClient)?

  static func current() throws -> any APIClient {
    try #require(client)
  }
}

extension Product {
  static func products(query: String? = nil) async throws -> [Product] {
    let service = ProductsServiceProvider.service(on: try Shop.current())
    return try await service.products(ProductListing(query: query)).elements
  }

  var relatedProducts: [Product] {
    get async throws {
      try await ProductsServiceProvider.service(on: try Shop.current()).relatedProducts(of: id)
        .elements
    }
  }

  var reviews: [Review] {
    get async throws {
      let service = ReviewsServiceProvider.service(on: try Shop.current())
      return try await service.reviews(ReviewListing(product: id)).elements
    }
  }

  func sendReview(rating: Int, comment: String) async throws -> Review {
    let service = ReviewsServiceProvider.service(on: try Shop.current())
    return try await service.add(rating: rating, comment: comment, to: id)
  }
}

/// The calls that users of the API client know, spelled as they know them.
@Suite(.mayBlock) struct ReferenceTests {
  @Test func `products, related products and reviews are asked for as they are known`() async throws
  {
    let sandbox = try Sandbox()
    let environment = try APIEnvironment(
      "embedded", "http://localhost", version: "v1")
    let transport = EmbeddedTransport(database: sandbox.home.appending(path: "shop.db").path)
    let client = EnvironmentClient(environment, events: nil) { _ in transport }
    client.authorizer = try await SignedIn(client)

    try await Shop.$client.withValue(client) {
      let products = try await Product.products(query: "mug")
      let product = try #require(products.first)
      #expect(product.name.lowercased().contains("mug"))
      #expect(product.formattedPrice == "18.50 EUR")
      #expect(try await !product.relatedProducts.isEmpty)
      let review = try await product.sendReview(rating: 5, comment: "As it should be")
      let newest = try #require(try await product.reviews.first)
      #expect(newest.id == review.id && newest.comment == "As it should be")
      #expect(newest.author == "demo")
    }
  }

  /// Credentials of the account that the shop begins with.
  private struct SignedIn: Authorizer {
    private struct Tokens: Decodable {
      let access_token: String
    }

    private let token: String

    init(_ client: any APIClient) async throws {
      let request = APIRequest(
        path: "session", method: .post, body: .json(["user": "demo", "password": "demo"]),
        announces: false, authorizes: false)
      let tokens: Tokens = try await request.response(on: client).resource()
      token = tokens.access_token
    }

    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer \(token)"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }
}
