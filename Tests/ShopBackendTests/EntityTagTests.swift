import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("An entity tag", .mayBlock)
struct EntityTagTests {
  private let shop: TestShop

  private static let paths = [
    "/v1/products", "/v1/products?page=99", "/v1/products/p-1", "/v1/products/p-1/relatedProducts",
    "/v1/products/p-1/reviews", "/v1/products/p-3/reviews/r-7", "/v1/reviews",
    "/v1/reviews?author=Ged&rating_max=4", "/v1/session", "/v1/openapi.json",
  ]

  init() throws {
    shop = try TestShop()
  }

  /// A review of the catalogue.
  private func path(_ path: String) throws -> String {
    guard path.hasSuffix("r-7") else { return path }
    let product = try shop.inspect("SELECT product FROM reviews WHERE number = 7") { $0.integer(0) }
    return "/v1/products/p-\(product ?? 0)/reviews/r-7"
  }

  @Test(arguments: paths)
  func `GET and HEAD return an ETag that is the same in every process`(
    path: String
  ) async throws {
    let path = try self.path(path)
    let token = try await shop.logIn().access_token
    let get = try await shop.send(.get, path, token: token)
    let tag = try #require(get.headers["ETag"])
    #expect(get.status == 200)
    #expect(tag.utf8.count == 34)
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
    let head = try await shop.send(.head, path, token: token)
    #expect(head.headers == get.headers)
    #expect(head.headers["Content-Length"] == String(get.body.count))
    #expect(head.body.isEmpty)
    let other = try await TestShop(beside: shop).send(.get, path, token: token)
    #expect(other.headers["ETag"] == tag)
  }

  @Test(arguments: paths, [HTTPMethod.get, .head])
  func `a request with the same ETag gets no body`(path: String, method: HTTPMethod) async throws {
    let path = try self.path(path)
    let token = try await shop.logIn().access_token
    let first = try await shop.send(.get, path, token: token)
    let tag = try #require(first.headers["ETag"])
    let reply = try await shop.send(
      method, path, headers: ["If-None-Match": tag], token: token)
    #expect(reply.status == 304)
    #expect(reply.body.isEmpty)
    #expect(Set(reply.headers.map(\.name)) == ["ETag", "Cache-Control", "Vary"])
    for field in reply.headers { #expect(first.headers[field.name] == field.value) }
  }

  @Test(arguments: [
    ("*", 304), ("TAG", 304), ("W/TAG", 304), ("\"a\", TAG", 304), ("\"a,b\",W/TAG ,\"c\"", 304),
    (" TAG ", 304), ("\"a\"", 200), ("", 200), ("w/TAG", 200), ("\"*\"", 200), ("W/\"a\"", 200),
    ("xTAG", 200), ("\"x, TAG", 200),
  ])
  func `If-None-Match uses the weak comparison`(value: String, status: Int) async throws {
    let tag = try #require(try await shop.get("/v1/products").headers["ETag"])
    let reply = try await shop.send(
      .get, "/v1/products",
      headers: ["If-None-Match": value.replacing("TAG", with: tag)])
    #expect(reply.status == status)
  }

  @Test func `all If-None-Match fields are searched`() async throws {
    let tag = try #require(try await shop.get("/v1/products").headers["ETag"])
    var headers: HTTPHeaders = ["If-None-Match": "\"a\""]
    headers.add("If-None-Match", tag)
    #expect(try await shop.send(.get, "/v1/products", headers: headers).status == 304)
  }

  @Test func `an ETag differs by representation, page and search`() async throws {
    var tags: Set<String> = []
    for path in ["/v1/products", "/v1/products?per_page=2", "/v1/products?page=2"] {
      for accept in ["application/json", "application/vnd.api+json"] {
        let reply = try await shop.send(.get, path, headers: ["Accept": accept])
        tags.insert(try #require(reply.headers["ETag"]))
      }
    }
    #expect(tags.count == 6)
    let (none, beyond) = (
      try await shop.get("/v1/products?query=zzzz"), try await shop.get("/v1/products?page=99")
    )
    // The same body with another total.
    #expect(none.body == beyond.body)
    #expect(none.headers["ETag"] != beyond.headers["ETag"])
  }

  @Test(arguments: ["/v1/products/p-1/reviews", "/v1/reviews", "/v1/reviews?author=demo"])
  func `an ETag changes after a write`(path: String) async throws {
    let before = try #require(try await shop.get(path).headers["ETag"])
    _ = try await shop.post(
      "/v1/products/p-1/reviews", #"{"rating":4,"comment":"x"}"#,
      token: try await shop.logIn().access_token)
    let reply = try await shop.send(.get, path, headers: ["If-None-Match": before])
    #expect(reply.status == 200)
    #expect(reply.headers["ETag"] != before)
  }

  @Test func `failures and writes have no ETag`() async throws {
    let token = try await shop.logIn().access_token
    let added = try await shop.send(
      .post, "/v1/products/p-1/reviews",
      headers: ["Content-Type": "application/json", "If-None-Match": "*"],
      body: #"{"rating":4,"comment":"x"}"#, token: token)
    #expect(added.status == 201)
    #expect(added.headers["ETag"] == nil)
    for path in ["/v1/products/p-0", "/v1/session", "/v1/products?page=0"] {
      let reply = try await shop.send(.get, path, headers: ["If-None-Match": "*"])
      #expect(reply.status >= 400)
      #expect(reply.headers["ETag"] == nil)
      #expect(reply.headers["Cache-Control"] == "no-store")
    }
  }

  @Test(arguments: [
    ("/v1/products", false, "no-cache"), ("/v1/products", true, "private, no-cache"),
    ("/v1/products/p-1/reviews", true, "private, no-cache"), ("/v1/session", true, "no-store"),
    ("/v1/openapi.json", false, "no-cache"),
  ])
  func `a response with an ETag has Cache-Control`(
    path: String, isSignedIn: Bool, control: String
  ) async throws {
    let token = isSignedIn ? try await shop.logIn().access_token : nil
    let reply = try await shop.send(.get, path, token: token)
    #expect(reply.headers["Cache-Control"] == control)
    #expect(reply.headers["Vary"] == "Accept")
  }
}
