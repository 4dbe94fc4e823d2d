import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct MessageTests {
  private func sent(_ request: APIRequest) async throws -> HTTPRequest {
    let transport = StubTransport(status: 204)
    _ = try await request.response(on: StubClient(transport))
    return try #require(transport.requests.first)
  }

  @Test(arguments: HTTPMethod.allCases)
  func `the method is sent, and only a POST has an idempotency key`(method: HTTPMethod) async throws
  {
    let message = try await sent(APIRequest(path: "x", method: method))
    #expect(message.method == method)
    #expect((message.headers["Idempotency-Key"] != nil) == (method == .post))
    #expect(message.body == nil)
    #expect(message.headers["Content-Type"] == nil)
  }

  @Test func `one request keeps its key, and another has its own`() async throws {
    let request = APIRequest(path: "x", method: .post)
    let key = try await sent(request).headers["Idempotency-Key"]
    #expect(key == request.idempotencyKey)
    #expect(try await sent(request).headers["Idempotency-Key"] == key)
    #expect(APIRequest(path: "x", method: .post).idempotencyKey != key)
  }

  @Test func `an idempotency key set by the caller is sent unchanged`() async throws {
    let request = APIRequest(path: "x", method: .post, headers: ["idempotency-key": "mine"])
    #expect(try await sent(request).headers.values(of: "Idempotency-Key") == ["mine"])
  }

  @Test func `a request asks for JSON unless the caller asks for another type`() async throws {
    let plain = try await sent(APIRequest(path: "x"))
    #expect(plain.headers["Accept"] == "application/json, */*;q=0.5")
    let request = APIRequest(path: "x", headers: ["accept": "text/csv"])
    #expect(try await sent(request).headers.values(of: "Accept") == ["text/csv"])
  }

  @Test(
    arguments: [
      ("Accept", .get), ("Content-Type", .post), ("Idempotency-Key", .post), ("X-App", .get),
      ("X-Added", .get),
    ] as [(String, HTTPMethod)])
  func `a field that the user leaves out is not sent, whoever adds it`(
    name: String, method: HTTPMethod
  ) async throws {
    let transport = StubTransport(status: 204)
    var client = try StubClient(transport)
    client.additions = [APIRequestAddition(.header, "X-Added") { "1" }]
    var request = APIRequest(
      path: "x", method: method, body: method == .get ? nil : .json([:]), headers: ["X-App": "1"])
    #expect(try await message(request, client).headers[name] != nil)
    #expect(request.headers.add(typed: "\(name):") == nil)
    let message = try await message(request, client)
    #expect(message.headers[name] == nil)
    #expect(message.headers.omitted == [name.lowercased()])
  }

  private func message(_ request: APIRequest, _ client: StubClient) async throws -> HTTPRequest {
    _ = try await request.response(on: client)
    return try #require((client.transport as? StubTransport)?.requests.last)
  }

  @Test func `a reload bypasses caches`() async throws {
    #expect(try await sent(APIRequest(path: "x")).headers["Cache-Control"] == nil)
    let request = APIRequest(path: "x", cachePolicy: .reload)
    #expect(try await sent(request).headers["Cache-Control"] == "no-cache")
  }

  @Test(arguments: [
    ("X-Note", "a\r\nX-Evil: 1"), ("X-Note", "a\nb"), ("X-Note", "a\u{0}"), ("X Note", "a"),
    ("", "a"), ("X:Y", "a"), ("X\r\nY", "a"),
  ])
  func `a header field that would break out of its line is not sent`(name: String, value: String)
    async throws
  {
    let transport = StubTransport(status: 200)
    let client = try StubClient(transport)
    var request = APIRequest(path: "x")
    request.headers.add(name, value)
    let error = await failure { [request] in _ = try await request.response(on: client) }
    #expect(error?.code == .invalid)
    #expect(transport.requests.isEmpty)
  }

  @Test func `a request's description has neither query nor header fields nor body`() throws {
    let request = APIRequest(
      path: "products/\("p-7")/reviews", method: .post, query: ["q": "hidden"],
      body: .json("hidden"), headers: ["X-Note": "hidden"])
    #expect("\(request)" == "POST products/p-7/reviews")
    #expect(String(reflecting: request) == "POST products/p-7/reviews")
    let link = try APIRequest(url: url("https://shop.test/v1/products?q=hidden"))
    #expect("\(link)" == "GET /v1/products")
    #expect("\(answer(200, "hidden", to: request))" == "200 POST products/p-7/reviews")
  }
}
