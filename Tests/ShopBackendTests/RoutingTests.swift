import FoundationEssentials
import TestSupport
import Testing
import WebAPI

@testable import ShopBackend

@Suite("The router", .mayBlock)
struct RoutingTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  @Test(arguments: [
    "", "/", "/v1", "/v1/", "/v2/products", "/products", "/v1/product", "/v1/products/",
    "/v1/products/p-1/", "/v1/products/p-1/related", "/v1/products/p-1/reviews/r-1/x",
    "/v1/session/", "/v1/session/x", "/v1/session/refresh/x", "/V1/products", "/v1//products",
    "/v1/products/../products",
  ])
  func `finds nothing at a path that names nothing`(path: String) async throws {
    let reply = try await shop.get(path)
    #expect(reply.status == 404)
    #expect(reply.error?.status == "404")
    #expect(reply.error?.title == "Not found")
    #expect(reply.headers["Content-Type"] == "application/json")
  }

  @Test(arguments: [
    ("/v1/products", "GET, HEAD"), ("/v1/products/p-1", "GET, HEAD"),
    ("/v1/products/p-1/relatedProducts", "GET, HEAD"),
    ("/v1/products/p-1/reviews", "GET, HEAD, POST"),
    ("/v1/products/p-1/reviews/r-1", "GET, HEAD, PUT, DELETE"),
    ("/v1/session", "GET, HEAD, POST, DELETE"), ("/v1/session/refresh", "POST"),
  ])
  func `names the methods that a path takes`(path: String, allowed: String) async throws {
    let names = allowed.split(separator: ", ")
    for method in HTTPMethod.allCases {
      let reply = try await shop.send(method, path)
      if names.contains(where: { $0 == method.rawValue }) {
        #expect(reply.status != 405)
      } else {
        #expect(reply.status == 405)
        #expect(reply.headers["Allow"] == allowed)
        #expect(method == .head || reply.code == "method_not_allowed")
      }
    }
  }

  @Test func `reads escapes in paths`() async throws {
    #expect(try await shop.get("/v1/products/p%2D1").status == 200)
    #expect(try await shop.get("/v1/products/p-1%2Freviews").status == 404)
  }

  @Test(arguments: ["/v1/products/%FF", "/v1/products?query=%FF", "/v1/products?%C3%28=1"])
  func `refuses escapes that are not UTF-8`(path: String) async throws {
    let reply = try await shop.get(path)
    #expect(reply.status == 400)
    #expect(reply.code == "bad_address")
  }

  @Test func `refuses a body past its bound, whatever it says`() async throws {
    let limit = Shop.maximumBody
    for (count, status) in [(limit, 400), (limit + 1, 413)] {
      let reply = try await shop.send(
        .post, "/v1/session", headers: TestShop.json, data: Data(repeating: 0x20, count: count),
        token: nil)
      #expect(reply.status == status)
    }
  }

  @Test(arguments: [
    nil, "", "text/plain", "application/xml", "application/jsonp", "multipart/mixed",
  ])
  func `refuses a body of another type`(type: String?) async throws {
    var headers: HTTPHeaders = [:]
    headers["Content-Type"] = type
    let reply = try await shop.send(
      .post, "/v1/session", headers: headers, body: #"{"user":"demo","password":"demo"}"#)
    #expect(reply.status == 415)
    #expect(reply.detail.contains("application/json"))
  }

  @Test(arguments: ["", "{", "[]", "null", "\"a\"", "{}{}"])
  func `refuses a body that is no JSON object`(body: String) async throws {
    let reply = try await shop.post("/v1/session", body)
    #expect(reply.status == 400)
    #expect(reply.code == "malformed")
  }

  @Test func `throws where it was cancelled before it began`() async throws {
    let shop = try TestShop(isMade: false)
    let transport = shop.transport
    let url = try #require(URL(string: "http://shop.test/v1/products"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest(url: url))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: shop.path))
  }
}
