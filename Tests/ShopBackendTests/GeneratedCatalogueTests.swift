import CoreSQLite
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A generated catalogue", .mayBlock)
struct GeneratedCatalogueTests {
  @Test func `cancelling the creation of a generated shop leaves no file`() throws {
    let shop = try TestShop(isMade: false)
    var rest = 10
    #expect(throws: CancellationError.self) {
      try Shop.makeDatabase(at: shop.path, products: 1_000) {
        rest -= 1
        if rest == 0 { throw CancellationError() }
      }
    }
    #expect(rest == 0)
    #expect(try shop.inspect("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 0)
  }

  @Test(arguments: [
    (0, 0), (3, 3), (TestShop.stock, TestShop.stock),
    (TestShop.stock + 1, TestShop.stock + 1), (500, 500),
  ])
  func `a generated shop has the requested number of products`(
    asked: Int, count: Int
  ) async throws {
    let shop = try TestShop(isMade: false)
    try Shop.makeDatabase(at: shop.path, products: asked)
    let numbers = try shop.inspect("SELECT count(*), max(number) FROM products") { row in
      [row.integer(0), row.integer(1)]
    }
    #expect(numbers == [count, count])
    #expect(try await shop.get("/v1/products").headers["X-Total-Count"] == String(count))
    #expect(try shop.inspect("PRAGMA foreign_key_check") { _ in true } == nil)
  }

  @Test func `a generated shop begins with the catalogue, and can be searched`() async throws {
    let shop = try TestShop(isMade: false)
    try Shop.makeDatabase(at: shop.path, products: 300)
    let first: ProductReply = try await shop.get("/v1/products/p-1").decoded()
    #expect(first.name == "Ocean mug")
    let last: ProductReply = try await shop.get("/v1/products/p-300").decoded()
    #expect(last.name == GeneratedProduct(number: 300).name)
    let found: [ProductReply] = try await shop.get("/v1/products?query=300").decoded()
    #expect(found.map(\.id) == ["p-300"])
  }

  @Test func `generated products are the same every time`() {
    let product = GeneratedProduct(number: 4_821)
    #expect(product.name == GeneratedProduct(number: 4_821).name)
    #expect(product.name.hasSuffix(" 4821"))
    #expect(Set((51...150).map { GeneratedProduct(number: $0).description }).count > 90)
  }
}
