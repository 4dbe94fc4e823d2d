import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("Products", .mayBlock)
struct ProductRouteTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  private func ids(_ path: String) async throws -> [String] {
    let reply = try await shop.get(path)
    try #require(reply.status == 200, "\(path): \(reply.text)")
    return try (reply.decoded() as [ProductReply]).map(\.id)
  }

  @Test func `products are listed in the catalogue's order, twenty at a time`() async throws {
    let reply = try await shop.get("/v1/products")
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == "application/json")
    #expect(reply.headers["X-Total-Count"] == String(TestShop.stock))
    #expect(
      reply.headers["Link"] == "<http://shop.test/v1/products?page=2>; rel=\"next\"")
    let products: [ProductReply] = try reply.decoded()
    #expect(products.map(\.id) == (1...20).map { "p-\($0)" })
  }

  @Test func `products are written as in the catalogue`() async throws {
    let reply = try await shop.get("/v1/products?per_page=1000")
    let products: [ProductReply] = try reply.decoded()
    let catalogue = try Catalogue.products()
    try #require(products.count == catalogue.count)
    for (product, original) in zip(products, catalogue) {
      #expect(product.name == original.name)
      #expect(product.description == original.description)
      #expect(product.image == original.image)
      #expect(product.currency_code == original.currencyCode)
      #expect(reply.text.contains("\"id\":\"\(original.id)\",\"name\":"))
      #expect(
        reply.text.contains(
          "\"price\":\(original.price),\"currency_code\":\"\(original.currencyCode)\""))
    }
  }

  @Test func `a product has the fields of the list and facts of its reviews`() async throws {
    let list = try await shop.get("/v1/products?per_page=1")
    let one = try await shop.get("/v1/products/p-1")
    #expect(one.status == 200)
    let listed = String(list.text.dropFirst().dropLast(2))
    #expect(one.text.hasPrefix(listed + #","rating":"#))
    #expect(
      listed.hasPrefix(#"{"id":"p-1","name":"Ocean mug","description":"A hand-thrown "#))
    #expect(
      listed.hasSuffix(#","price":18.5,"currency_code":"EUR","image":"mugs/ocean.jpg""#))
  }

  @Test func `a product's reviews are counted, and change its tag`()
    async throws
  {
    struct Reviewed: Decodable {
      let rating: Decimal?
      let review_count: Int
    }
    struct Rating: Decodable { let rating: Int }
    for product in ["p-1", "p-50"] {
      let reviews: [Rating] =
        try await shop.get("/v1/products/\(product)/reviews?per_page=1000").decoded()
      let shown: Reviewed = try await shop.get("/v1/products/\(product)").decoded()
      #expect(shown.review_count == reviews.count)
      let stars = reviews.reduce(0) { $0 + $1.rating }
      let hundredths = (stars * 200 + reviews.count) / max(1, reviews.count * 2)
      #expect(shown.rating == (reviews.isEmpty ? nil : Decimal(hundredths) / 100))
    }
  }

  @Test func `related products are in the catalogue's order`() async throws {
    let related = try Catalogue.products()[0].related
    #expect(try await ids("/v1/products/p-1/relatedProducts") == related)
  }

  @Test(arguments: [
    "p-0", "p-9999", "p-01", "p-+1", "P-1", "1", "p-", "p-99999999999999999999", "%00",
  ])
  func `a missing product gets 404`(id: String) async throws {
    for suffix in ["", "/relatedProducts", "/reviews", "/reviews/r-1"] {
      let reply = try await shop.get("/v1/products/\(id)\(suffix)")
      #expect(reply.status == 404)
      #expect(reply.code == "not_found")
    }
  }

  @Test(arguments: [
    ("page=0", "page"), ("page=-1", "page"), ("page=x", "page"), ("page=", "page"),
    ("page=1.5", "page"), ("page=99999999999999999999", "page"), ("per_page=0", "per_page"),
    ("per_page=1001", "per_page"), ("per_page=ten", "per_page"), ("sort=colour", "sort"),
    ("sort=-", "sort"), ("sort=", "sort"), ("query=\(String(repeating: "a", count: 501))", "query"),
  ])
  func `an invalid parameter of a product list is refused`(
    query: String, name: String
  ) async throws {
    let reply = try await shop.get("/v1/products?\(query)")
    #expect(reply.status == 422)
    #expect(reply.detail.hasPrefix("\(name) must"))
  }

  @Test(
    arguments: [
      1, 7, 10, TestShop.stock - 1, TestShop.stock, TestShop.stock + 1, 1_000,
    ], ["", "sort=name", "sort=-price", "query=a"])
  func `pages of products join to the whole list`(size: Int, list: String) async throws {
    let whole = try await ids("/v1/products?per_page=1000&\(list)")
    var pages: [String] = []
    var next: String? = "/v1/products?\(list)&per_page=\(size)"
    while let path = next {
      let reply = try await shop.get(path)
      #expect(reply.headers["X-Total-Count"] == String(whole.count))
      let products: [ProductReply] = try reply.decoded()
      #expect(products.count == min(size, whole.count - pages.count))
      pages += products.map(\.id)
      next = reply.headers["Link"].map { link in
        String(link.dropFirst("<http://shop.test".count).prefix { $0 != ">" })
      }
    }
    #expect(pages == whole)
    #expect(Set(pages).count == pages.count)
  }

  @Test func `a page of products behind the last is empty`() async throws {
    let reply = try await shop.get("/v1/products?page=1000000000&per_page=1000")
    #expect(reply.text == "[]")
    #expect(reply.headers["X-Total-Count"] == String(TestShop.stock))
    #expect(reply.headers["Link"] == nil)
  }

  @Test func `products are sorted by price as numbers, either way`() async throws {
    let up: [ProductReply] = try await shop.get("/v1/products?sort=price&per_page=1000").decoded()
    #expect(up.map(\.price) == up.map(\.price).sorted())
    #expect(up.count == TestShop.stock)
    let down = try await ids("/v1/products?sort=-price&per_page=1000")
    #expect(down == up.reversed().map(\.id))
  }

  @Test func `products are sorted by name, either way`() async throws {
    let up: [ProductReply] = try await shop.get("/v1/products?sort=name&per_page=1000").decoded()
    let names = up.map { $0.name.lowercased() }
    #expect(zip(names, names.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    let down = try await ids("/v1/products?sort=-name&per_page=1000")
    #expect(down == up.reversed().map(\.id))
  }

  @Test func `the link to the next page of products keeps the search`() async throws {
    let reply = try await shop.get(
      "/v1/products?query=a%20%26&per_page=2&sort=name&page=1&x=%C3%A9")
    #expect(
      reply.headers["Link"]
        == "<http://shop.test/v1/products?query=a%20%26&per_page=2&sort=name&x=%C3%A9&page=2>"
        + "; rel=\"next\"")
  }

  @Test func `HEAD of products is like GET, without a body`() async throws {
    for path in ["/v1/products?page=2", "/v1/products/p-1", "/v1/products/p-9999"] {
      let get = try await shop.get(path)
      let head = try await shop.send(.head, path)
      #expect(head.status == get.status)
      #expect(head.headers == get.headers)
      #expect(head.body.isEmpty)
      #expect(!get.body.isEmpty)
    }
  }
}
