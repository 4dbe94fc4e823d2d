import FoundationEssentials
import TestSupport
import Glibc
import CoreSQLite
import SeashellTesting
import Testing
import WebMessages

@testable import ShopBackend

@Suite("Answers that are given again", .mayBlock)
struct ResponseCacheTests {
  private static let paths = [
    "/v1/products", "/v1/products?query=mug&sort=-price", "/v1/products/p-1",
    "/v1/products/p-1/relatedProducts", "/v1/products/p-1/reviews",
    "/v1/products/p-1/reviews/r-1", "/v1/reviews?rating_max=2", "/v1/openapi.json",
  ]

  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  private func question(_ path: String, accept: String = "*/*") throws -> ResponseCache.Key {
    let url = try #require(URL(string: "http://shop.test\(path)"))
    return try #require(
      ResponseCache.Key(HTTPRequest(method: .get, url: url, headers: ["Accept": accept])))
  }

  private func answer(_ text: String) -> ShopResponse {
    ShopResponse(json: Array(text.utf8), as: .plain)
  }

  @Test(arguments: paths)
  func `a cached response has the same head and body`(path: String) async throws {
    let first = try await shop.get(path)
    let second = try await shop.get(path)
    #expect(first.status == 200)
    #expect(second.body == first.body)
    #expect(Array(second.headers).map(\.value) == Array(first.headers).map(\.value))
    #expect(try await TestShop(beside: shop).get(path).body == first.body)
  }

  @Test(arguments: ["/v1/products", "/v1/products?query=mug", "/v1/products/p-1"])
  func `a response is created again after another connection's change`(path: String) async throws {
    let old = try await shop.get(path)
    #expect(try await shop.get(path).body == old.body)
    for name in ["One mug", "Another mug"] {
      try shop.run("UPDATE products SET name = '\(name)' WHERE number = 1")
      let new = try await shop.get(path)
      #expect(new.text.contains(name))
      #expect(new.headers["ETag"] != old.headers["ETag"])
    }
  }

  @Test func `a response is created again after another process's change`() async throws {
    let path = "/v1/products/p-1/reviews"
    let count = try await shop.get(path).headers["X-Total-Count"].flatMap { Int($0) } ?? 0
    await #expect(processExitsWith: .success) { [path = shop.path as String] in
      try Database(path: path).execute(
        "INSERT INTO reviews (product, rating, comment, author) VALUES (1, 5, 'From afar', 'x')")
    }
    let reply = try await shop.get(path)
    #expect(reply.headers["X-Total-Count"] == String(count + 1))
    #expect(reply.text.contains("From afar"))
  }

  @Test func `a response is created again after the shop's own write`() async throws {
    let path = "/v1/products/p-1/reviews"
    let token = try await shop.logIn().access_token
    let old = try await shop.get(path)
    let added = try await shop.post(path, #"{"rating":4,"comment":"Just in"}"#, token: token)
    #expect(try await shop.get(path).text.contains("Just in"))
    let place = try #require(added.headers["Location"])
    #expect(try await shop.get(place).status == 200)
    #expect(try await shop.send(.delete, place, token: token).status == 204)
    #expect(try await shop.get(place).status == 404)
    #expect(try await shop.get(path).body == old.body)
  }

  @Test func `a response is created again after the file was replaced`() async throws {
    #expect(try await !shop.get("/v1/products/p-1").text.contains("Other mug"))
    let other = shop.folder.file("other.db")
    _ = try ShopStorage(path: other)
    try Database(path: other).execute("UPDATE products SET name = 'Other mug' WHERE number = 1")
    #expect(rename(other, shop.path) == 0)
    #expect(try await shop.get("/v1/products/p-1").text.contains("Other mug"))
  }

  @Test func `cached responses differ by representation and by host`() async throws {
    let document: HTTPHeaders = ["Accept": MediaType.document]
    for _ in 0..<2 {
      #expect(try await shop.get("/v1/products").text.hasPrefix("["))
      let reply = try await shop.send(.get, "/v1/products", headers: document)
      #expect(reply.text.hasPrefix(#"{"jsonapi""#))
      #expect(reply.headers["Content-Type"] == MediaType.document)
    }
    for host in ["shop.test", "other.test"] {
      let url = try #require(URL(string: "http://\(host)/v1/products"))
      let reply = try await shop.transport.send(HTTPRequest(method: .get, url: url))
      #expect(reply.headers["Link"]?.hasPrefix("<http://\(host)/") == true)
    }
  }

  @Test func `cached responses respect authorization, HEAD and If-None-Match`() async throws {
    let first = try await shop.get("/v1/products")
    let tag = try #require(first.headers["ETag"])
    let token = try await shop.logIn().access_token
    _ = try await shop.get("/v1/products")
    let held = try await shop.send(.get, "/v1/products", headers: ["If-None-Match": tag])
    #expect(held.status == 304)
    let head = try await shop.send(.head, "/v1/products")
    #expect(head.body.isEmpty)
    #expect(head.headers["Content-Length"] == String(first.body.count))
    let own = try await shop.send(.get, "/v1/products", token: token)
    #expect(own.headers["Cache-Control"] == "private, no-cache")
    #expect(try await shop.get("/v1/products").headers["Cache-Control"] == "no-cache")
  }

  @Test func `responses are cached until any connection changes the file`() throws {
    let database = try Database(path: shop.path)
    let question = try question("/v1/products")
    var cache = ResponseCache()
    for isOwn in [false, true] {
      let version = try ResponseCache.Version(of: database)
      cache.insert(answer("old"), for: question, at: version)
      let again = try ResponseCache.Version(of: database)
      #expect(cache.response(for: question, at: again)?.body == Array("old".utf8))
      let change = "UPDATE products SET name = name || '!' WHERE number = 1"
      if isOwn { try database.execute(change) } else { try shop.run(change) }
      #expect(cache.response(for: question, at: try ResponseCache.Version(of: database)) == nil)
    }
  }

  @Test func `the cache of responses is limited in number and size`() throws {
    let version = try ResponseCache.Version(of: Database(path: shop.path))
    var cache = ResponseCache()
    let first = try question("/first")
    cache.insert(
      answer(String(repeating: "x", count: ResponseCache.longest)), for: first, at: version)
    #expect(!cache.contains(first))
    cache.insert(ShopResponse(status: 404), for: first, at: version)
    #expect(!cache.contains(first))
    for size in [1, 60_000] {
      cache.insert(answer("x"), for: first, at: version)
      for number in 0..<ResponseCache.capacity {
        let text = String(repeating: "x", count: size)
        cache.insert(answer(text), for: try question("/\(number)"), at: version)
      }
      #expect(!cache.contains(first))
      #expect(cache.contains(try question("/\(ResponseCache.capacity - 1)")))
    }
  }
}
