import FoundationEssentials
import CoreSQLite
import TestSupport
import Testing
import WebMessages

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
    "/v1/products/../products", "/v1/reviews/", "/v1/reviews/r-1",
  ])
  func `an unknown path gets 404`(path: String) async throws {
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
    ("/v1/reviews", "GET, HEAD"), ("/v1/session", "GET, HEAD, POST, DELETE"),
    ("/v1/session/refresh", "POST"),
  ])
  func `a wrong method gets 405 with the allowed ones`(path: String, allowed: String) async throws {
    let names = allowed.split(separator: ", ")
    let options = try await shop.send(.options, path)
    #expect(options.status == 204 && options.headers["Allow"] == allowed)
    for method in HTTPMethod.allCases where method != .options {
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

  @Test func `escapes in paths are decoded`() async throws {
    #expect(try await shop.get("/v1/products/p%2D1").status == 200)
    #expect(try await shop.get("/v1/products/p-1%2Freviews").status == 404)
  }

  @Test(arguments: ["/v1/products/%FF", "/v1/products?query=%FF", "/v1/products?%C3%28=1"])
  func `escapes that are not UTF-8 are refused`(path: String) async throws {
    let reply = try await shop.get(path)
    #expect(reply.status == 400)
    #expect(reply.code == "bad_address")
  }

  @Test func `a body that is too large is refused`() async throws {
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
  func `a body of an unsupported type is refused`(type: String?) async throws {
    var headers: HTTPHeaders = [:]
    headers["Content-Type"] = type
    let reply = try await shop.send(
      .post, "/v1/session", headers: headers, body: #"{"user":"demo","password":"demo"}"#)
    #expect(reply.status == 415)
    #expect(reply.detail.contains("application/json"))
  }

  @Test(arguments: ["", "{", "[]", "null", "\"a\"", "{}{}"])
  func `a body that is not a JSON object is refused`(body: String) async throws {
    let reply = try await shop.post("/v1/session", body)
    #expect(reply.status == 400)
    #expect(reply.code == "malformed")
  }

  @Test func `a request cancelled before it begins throws`() async throws {
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

  @Test(arguments: [
    ("Origin", "http://evil.test"), ("Origin", "null"), ("Origin", ""),
    ("Origin", "http://shop.test:8080"), ("Origin", "https://shop.test"),
    ("Origin", "http://shop.test.evil.test"), ("Sec-Fetch-Site", "cross-site"),
    ("Sec-Fetch-Site", "same-site"), ("sec-fetch-site", "anything"),
  ])
  func `a write by a web page of another origin is refused`(name: String, value: String)
    async throws
  {
    let writes: [(HTTPMethod, String)] = [
      (.post, "/v1/session"), (.post, "/v1/session/refresh"), (.delete, "/v1/session"),
      (.post, "/v1/products/p-1/reviews"), (.put, "/v1/products/p-1/reviews/r-1"),
      (.delete, "/v1/products/p-1/reviews/r-1"), (.patch, "/v1/nothing"),
    ]
    var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    headers[name] = value
    for (method, path) in writes {
      let reply = try await shop.send(
        method, path, headers: headers, body: "user=demo&password=demo")
      #expect(reply.status == 403)
      #expect(reply.code == "foreign_origin")
      #expect(reply.error?.source?.header?.lowercased() == name.lowercased())
    }
    #expect(try await shop.send(.get, "/v1/products", headers: headers).status == 200)
    #expect(try shop.inspect("SELECT count(*) FROM sessions") { $0.integer(0) } == 0)
  }

  @Test func `logins by web pages of another origin are not counted`() async throws {
    for _ in 0...LoginAttempts.maximumWrong {
      _ = try await shop.send(
        .post, "/v1/session", headers: ["Origin": "http://evil.test"],
        body: #"{"user":"demo","password":"x"}"#)
    }
    #expect(try await shop.logIn().user == "demo")
  }

  @Test(
    arguments: [
      ["Origin": "http://shop.test"], ["Origin": "HTTP://SHOP.test:80"],
      ["Origin": "http://shop.test", "Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
      [:],
    ] as [[String: String]])
  func `a write by a program or the shop's own page is carried out`(fields: [String: String])
    async throws
  {
    var headers = TestShop.json
    for (name, value) in fields { headers[name] = value }
    let reply = try await shop.send(
      .post, "/v1/session", headers: headers, body: #"{"user":"demo","password":"demo"}"#)
    #expect(reply.status == 201)
  }
}
