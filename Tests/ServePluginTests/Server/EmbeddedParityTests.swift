import FoundationEssentials
import HTTPTestClient
import TestSupport
@testable import ShopBackend
import Testing
import WebMessages

@testable import ServePlugin

@Suite("The shop in this process and over HTTP", .mayBlock)
struct EmbeddedParityTests {
  @Test(arguments: [
    ("GET", "/v1/products", ""),
    ("GET", "/v1/products?per_page=3&page=2&sort=-price", ""),
    ("GET", "/v1/products?query=mug%20blue", ""),
    ("GET", "/v1/products?query=caf%C3%A9+%26", ""),
    ("GET", "/v1/products?per_page=x", ""),
    ("GET", "/v1/products?query=%zz", ""),
    ("GET", "/v1/products/p-7", ""),
    ("GET", "/v1/products/p%2D7", ""),
    ("GET", "/v1/products/p-7/relatedProducts", ""),
    ("GET", "/v1/products/p-7/reviews?per_page=2", ""),
    ("GET", "/v1/products/p-7/reviews?rating_max=3", ""),
    ("GET", "/v1/reviews", ""),
    ("GET", "/v1/reviews?author=Ged&rating_max=4&per_page=2&page=2", ""),
    ("GET", "/v1/reviews?author=", ""),
    ("POST", "/v1/reviews", ""),
    ("GET", "/v1/products/p-99999", ""),
    ("GET", "/v1/products//reviews", ""),
    ("GET", "/v1/nothing", ""),
    ("GET", "/", ""),
    ("GET", "/v1/session", ""),
    ("GET", "/v1/session", "Bearer wrong"),
    ("POST", "/v1/products", ""),
    ("PATCH", "/v1/products/p-1", ""),
    ("DELETE", "/v1/products/p-1/reviews/r-1", ""),
    ("PUT", "/v1/products/p-1/reviews/r-1", "Bearer wrong"),
    ("POST", "/v1/session", ""),
    ("POST", "/v1/events", ""),
  ])
  func `both shops answer alike`(method: String, path: String, authorization: String) async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      let line = authorization.isEmpty ? "" : "Authorization: \(authorization)\r\n"
      await connection.send(
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\(line)\r\n")
      let reply = try await connection.reply()

      // A malformed URL does not reach the shop.
      guard
        let url = URL(
          string: "http://127.0.0.1:\(served.port)\(path)", encodingInvalidCharacters: false)
      else {
        #expect(reply.status == 400)
        return
      }
      var request = HTTPRequest(method: try #require(HTTPMethod(rawValue: method)), url: url)
      if !authorization.isEmpty { request.headers["Authorization"] = authorization }
      let answer = try await EmbeddedTransport(shop: served.shop).send(request)
      #expect(reply.status == answer.status)
      #expect(try await answer.body.collect(upTo: .max) == Data(reply.body))
      for field in answer.headers where field.name.lowercased() != "content-length" {
        #expect(reply.headers.values(of: field.name) == answer.headers.values(of: field.name))
      }
    }
  }

  @Test func `both shops add a review and show it`() async throws {
    try await ServedShop.serving { served in
      let authorization = try await served.authorization()
      let added = try await served.post(
        "/v1/products/p-1/reviews", #"{"rating":5,"comment":"Größe passt ☕"}"#,
        headers: authorization)
      #expect(added.status == 201)
      let location = try #require(added.headers["Location"])
      let shown = try await served.get(location)
      #expect(shown.text == added.text)
      #expect(shown.text.contains("Größe passt ☕"))
    }
  }

  @Test func `HEAD is GET without the body in both shops`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products/p-1", method: "HEAD")
      let head = try await connection.reply(hasBody: false)
      await connection.ask("/v1/products/p-1")
      let whole = try await connection.reply()
      #expect(head.status == 200)
      #expect(head.headers["Content-Type"] == whole.headers["Content-Type"])
    }
  }

  @Test(arguments: ["TRACE", "CONNECT", "QUERY"])
  func `both shops reject an unsupported method with the allowed ones`(method: String)
    async throws
  {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products", method: method)
      let reply = try await connection.reply()
      #expect(reply.status == 405)
      #expect(reply.headers["Allow"] == "GET, HEAD")
      #expect(reply.text.contains("\(method) is not allowed here; use GET, HEAD."))
    }
  }

  @Test func `OPTIONS gets the allowed methods in both shops`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products/p-1/reviews", method: "OPTIONS")
      let reply = try await connection.reply(hasBody: false)
      #expect(reply.status == 204)
      #expect(reply.headers["Allow"] == "GET, HEAD, POST")
    }
  }

  @Test func `both shops reject an unknown method`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products", method: "BREW")
      let reply = try await connection.reply()
      #expect(reply.status == 501)
      #expect(reply.headers["Content-Type"] == "application/json")
      #expect(reply.text.contains(#""code":"unknown_method""#))
    }
  }

  @Test(arguments: ["http://localhost/v1/products/p-1", "/v1/products/p-1"])
  func `both shops accept a path or a URL as target`(target: String) async throws {
    try await ServedShop.serving { served in
      let reply = try await served.get(target)
      #expect(reply.text.contains(#""id":"p-1""#))
    }
  }
}
