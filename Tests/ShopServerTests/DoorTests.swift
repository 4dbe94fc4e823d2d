import FoundationEssentials
import TestSupport
import ShopBackend
import Testing
import WebMessages

@testable import ShopServer

@Suite("The shop's two doors", .timeLimit(.minutes(1)), .mayBlock)
struct DoorTests {
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
  func `give the same answer`(method: String, path: String, authorization: String) async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      let line = authorization.isEmpty ? "" : "Authorization: \(authorization)\r\n"
      await connection.send(
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\(line)\r\n")
      let reply = try await connection.reply()

      // What is no address never gets to the shop.
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

  @Test func `take a review, and give it back`() async throws {
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

  @Test func `HEAD is GET without the body`() async throws {
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
  func `a method that the shop has not is not allowed, and says what is`(method: String)
    async throws
  {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products", method: method)
      let reply = try await connection.reply()
      #expect(reply.status == 405)
      #expect(reply.headers["Allow"] == "GET, HEAD")
      #expect(reply.text.contains("\(method) is not possible here; GET, HEAD would be."))
    }
  }

  @Test func `OPTIONS says what is allowed, and nothing else`() async throws {
    try await ServedShop.serving { served in
      let connection = try served.connect()
      await connection.ask("/v1/products/p-1/reviews", method: "OPTIONS")
      let reply = try await connection.reply(hasBody: false)
      #expect(reply.status == 204)
      #expect(reply.headers["Allow"] == "GET, HEAD, POST")
    }
  }

  @Test func `a method that nobody knows is not implemented`() async throws {
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
  func `a target has either form`(target: String) async throws {
    try await ServedShop.serving { served in
      let reply = try await served.get(target)
      #expect(reply.text.contains(#""id":"p-1""#))
    }
  }
}
