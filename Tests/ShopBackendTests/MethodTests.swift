import FoundationEssentials
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A method that messages have no word for")
struct MethodTests {
  @Test(
    arguments: [
      ("OPTIONS", "/v1/products", 204, "GET, HEAD"),
      ("OPTIONS", "http://shop.test/v1/session?x=y", 204, "GET, HEAD, POST, DELETE"),
      ("OPTIONS", "/v1/events", 204, "GET, HEAD"), ("OPTIONS", "/v1/reviews", 204, "GET, HEAD"),
      ("TRACE", "/v1/reviews", 405, "GET, HEAD"),
      ("OPTIONS", "*", 204, "GET, HEAD, POST, PUT, DELETE"),
      ("OPTIONS", "/v1/nothing", 404, nil), ("OPTIONS", "/v1/products/%FF", 400, nil),
      ("TRACE", "/v1/products/p-1/reviews/r-1", 405, "GET, HEAD, PUT, DELETE"),
      ("CONNECT", "/v1/products", 405, "GET, HEAD"), ("QUERY", "/v1/products", 405, "GET, HEAD"),
      ("TRACE", "/", 404, nil),
      ("BREW", "/v1/products", 501, nil), ("get", "/v1/products", 501, nil),
      ("OPTIONS", "/v1/\(String(repeating: "x", count: 9_000))", 414, nil),
    ] as [(String, String, Int, String?)])
  func `an unsupported method is answered with the allowed ones`(
    method: String, target: String, status: Int, allow: String?
  ) async throws {
    let response = Shop.respond(toMethod: method, target: target, headers: [:])
    #expect(response.status == status)
    #expect(response.headers["Allow"] == allow)
    let body = try await response.body.collect(upTo: .max)
    #expect(body.isEmpty == (status == 204))
    #expect(response.headers["Content-Length"] == (status == 204 ? nil : String(body.count)))
    #expect(response.headers["Content-Type"] == (status == 204 ? nil : "application/json"))
  }

  @Test func `an unsupported method is refused in the requested representation`() {
    let response = Shop.respond(
      toMethod: "TRACE", target: "/v1/products", headers: ["Accept": "application/vnd.api+json"])
    #expect(response.headers["Content-Type"] == "application/vnd.api+json")
  }
}
