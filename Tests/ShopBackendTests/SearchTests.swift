import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A search", .mayBlock)
struct SearchTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  private func find(_ query: String, order: String? = nil) async throws -> [ProductReply] {
    let sort = order.map { "&sort=\($0)" } ?? ""
    let reply = try await shop.get(
      "/v1/products?per_page=1000&query=\(PercentEncoding.encode(query, keeping: PercentEncoding.query))\(sort)"
    )
    try #require(reply.status == 200, "\(query): \(reply.text)")
    let products: [ProductReply] = try reply.decoded()
    #expect(reply.headers["X-Total-Count"] == String(products.count))
    return products
  }

  @Test(arguments: [
    ("ocean", "p-1"), ("OCEAN mug", "p-1"), ("mug ocean", "p-1"), ("oc mu", "p-1"),
    ("dishwasher", "p-1"), ("ocean dishw", "p-1"), ("björnö", "p-38"), ("bjorno", "p-38"),
    ("BJO\u{308}RNO\u{308}", "p-38"), ("bed-socks", "p-38"), ("bed-so", "p-38"),
  ])
  func `a search finds words and prefixes in both fields, ignoring accents`(
    query: String, id: String
  ) async throws {
    #expect(try await find(query).map(\.id).contains(id))
  }

  @Test func `a search ignores accents in the query and in the products`() async throws {
    let number = TestShop.stock + 1
    try shop.addProduct(number, name: "Café cup", description: "Thé zébré")
    #expect(try await find("cafe").map(\.id).contains("p-\(number)"))
    #expect(try await find("CAFÉ the ZEBRE").map(\.id) == ["p-\(number)"])
  }

  @Test(arguments: ["mug", "m", "mu gla", "a", "linen", "co"])
  func `a search finds the same as reading the catalogue`(query: String) async throws {
    func words(_ text: String) -> [String] {
      text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    let expected = try Catalogue.products().filter { product in
      let held = words(product.name) + words(product.description)
      return words(query).allSatisfy { word in held.contains { $0.hasPrefix(word) } }
    }
    #expect(!expected.isEmpty)
    #expect(try await find(query).map(\.id) == expected.map(\.id))
  }

  @Test(arguments: ["name", "-name", "price", "-price"])
  func `a search finds the same products in every order`(order: String) async throws {
    let plain = try await find("mug")
    let sorted = try await find("mug", order: order)
    #expect(plain.count > 2)
    #expect(sorted.map(\.id).sorted() == plain.map(\.id).sorted())
    if order == "price" { #expect(sorted.map(\.price) == sorted.map(\.price).sorted()) }
  }

  @Test(arguments: ["", " ", "\t\n", "\0", "\u{A0}"])
  func `a search without words finds all products`(query: String) async throws {
    #expect(try await find(query).count == TestShop.stock)
  }

  @Test(arguments: [
    "\"", "'", "*", "-", "(", "()", "\"\"", "☕", "🫖🫖", ":", "^", "+", "{}", "\\", "%", "\"\u{301}",
    "... --- ...",
  ])
  func `a search of signs only finds nothing`(query: String) async throws {
    #expect(try await find(query).isEmpty)
  }

  @Test(arguments: [
    "mug \"", "\"mug", "mug*", "mug *", "(mug)", "mug ☕", "\0mug\0", "mug\0\"", "-mug", "^mug",
    "mug '", "mug\\", "{mug}", "+mug", "mug:", "mug \"\u{301}", "mug ;--", "%mug%",
  ])
  func `a search ignores signs beside a word`(query: String) async throws {
    #expect(try await find(query) == find("mug"))
  }

  @Test(arguments: [
    "mug OR ocean", "mug AND zebra", "mug NOT ocean", "NEAR(mug ocean)", "name:zebra",
    "description : mug", "mug'; DROP TABLE products; --", "\" OR \"1\"=\"1", "zebra* OR mug",
    "{name description} : zebra", "\"zebra\u{301}\" OR \"mug", "\"\u{301} OR zebra",
  ])
  func `a search has no query language`(query: String) async throws {
    // Every word must match, even the operators' names, and no product has them all.
    #expect(try await find(query).isEmpty)
    #expect(try await find("").count == TestShop.stock)
  }

  @Test func `a search may have very many words`() async throws {
    let many = (0..<250).map { _ in "m" }.joined(separator: " ")
    #expect(try await find(many) == find("m"))
    #expect(try await find(String(repeating: "x", count: 500)).isEmpty)
  }

  @Test func `the statements for a search are those that it runs`() async throws {
    let found = try await find("it's gl")
    let sql = ProductQuery.statements(searchingFor: "it's gl")
    #expect(sql.first == "BEGIN DEFERRED;")
    #expect(sql.last == "COMMIT;")
    let database = try Database(path: shop.path)
    #expect(try database.first(sql[1]) { $0.integer(0) } == found.count)
    var ids: [String] = []
    try database.forEach(sql[2]) { ids.append("p-\($0.integer(0))") }
    #expect(ids == found.prefix(20).map(\.id))
    #expect(sql[1].contains("MATCH '\"it''s\"* \"gl\"*'"))
  }
}

extension TestShop {
  func addProduct(_ number: Int, name: String, description: String) throws {
    let database = try ShopStorage(path: path).database
    try database.run(
      "INSERT INTO products VALUES (?, ?, ?, 10000, 'EUR', NULL)", .integer(number), .text(name),
      .text(description))
    try database.run(
      "INSERT INTO products_search (rowid, name, description) VALUES (?, ?, ?)", .integer(number),
      .text(name), .text(description))
  }
}
