import Foundation
import SeashellKit
import ShopBackend
import TestSupport
import Testing

@testable import ShopCalls

/// The calls that users of the API client know, in their familiar form.
@Suite(.mayBlock) struct ReferenceTests {
  @Test func `the familiar calls request products and reviews`() async throws {
    let sandbox = try Sandbox()
    var client = ShopClient(
      baseURL: try #require(URL(string: "http://localhost")),
      transport: EmbeddedTransport(database: sandbox.home.appending(path: "shop.db").path))
    client.token = try await Self.signIn(on: client)

    try await ShopClient.$chosen.withValue(client) {
      #expect(try await Product.products().count > 1)
      let product = try #require(try await Product.products(query: "mug").first)
      #expect(product.name.lowercased().contains("mug"))
      #expect(product.formattedPrice == "18.50 EUR")
      #expect(try await !product.relatedProducts.isEmpty)
      try await product.sendReview(rating: 5, comment: "As it should be")
      let newest = try #require(try await product.reviews.first)
      #expect(newest.rating == 5 && newest.comment == "As it should be")
      #expect(newest.author == "demo")
    }
  }

  @Test func `the familiar calls fail without a client`() async throws {
    await #expect(throws: APIError(.invalid, detail: "no client is chosen")) {
      try await Product.products()
    }
  }

  /// Returns a token of the shop's first account.
  private static func signIn(on client: any APIClient) async throws -> String {
    struct Tokens: Decodable {
      let accessToken: String
    }
    let request = APIRequest(
      path: "session", method: .post, body: .json(["user": "demo", "password": "demo"]),
      announces: false)
    let tokens: Tokens = try await request.response(on: client).resource(.snakeCase)
    return tokens.accessToken
  }
}
