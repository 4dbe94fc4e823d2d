import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsServiceTests {
  static func service(_ transport: StubTransport) throws -> any ReviewsServiceProtocol {
    let context = try ShellHarness(transport).context
    return ReviewsService(context.service(waiting: { ReviewMapper.map(from: $0) }))
  }

  static func sent(_ transport: StubTransport) -> [String] {
    transport.requests.map { "\($0.method.rawValue) \($0.url.absoluteString)" }
  }

  @Test(arguments: [
    (ReviewListing(product: "p-1"), PageSelection(), "products/p-1/reviews"),
    (
      ReviewListing(product: "p-1"), PageSelection(page: 3, perPage: 5),
      "products/p-1/reviews?page=3&per_page=5"
    ),
    (ReviewListing(product: "a/b"), PageSelection(), "products/a%2Fb/reviews"),
    (
      ReviewListing(product: "p-1", maximumRating: 2), PageSelection(),
      "products/p-1/reviews?rating_max=2"
    ),
    (ReviewListing(), PageSelection(), "reviews"),
    (
      ReviewListing(author: "a&b", maximumRating: 2), PageSelection(page: 3, perPage: 5),
      "reviews?author=a%26b&rating_max=2&page=3&per_page=5"
    ),
  ])
  func `a list of reviews is requested under its product, or for all`(
    listing: ReviewListing, pages: PageSelection, path: String
  ) async throws {
    let transport = StubTransport(json: "[]", headers: ["X-Total-Count": "0"])
    let page = try await Self.service(transport).page(pages, of: listing)
    #expect(page.total == 0)
    #expect(Self.sent(transport) == ["GET http://localhost/v1/\(path)"])
  }

  @Test(arguments: [
    #"[{"id":"r-7","product":"p-3","rating":5,"comment":"Good.","author":"maja"}]"#,
    #"{"data":[{"type":"reviews","id":"r-7","attributes":{"rating":5,"comment":"Good.","#
      + #""author":"maja"},"relationships":{"product":{"data":{"type":"products","id":"p-3"}}}}]}"#,
  ])
  func `each review of the list of all products names its own`(json: String) async throws {
    var environment = try APIEnvironment("test", "http://localhost", version: "v1")
    environment.format = json.hasPrefix("[") ? .plain : .jsonapi
    let transport = StubTransport(json: json)
    let service = RemoteService<ReviewListing>(
      EnvironmentClient(environment, events: nil) { _ in transport })
    let page = try await service.page(PageSelection(), of: ReviewListing())
    #expect(page.elements == [Review("r-7", of: "p-3")])
  }

  @Test func `an error for the list of all reviews names no product`() async throws {
    let service = try Self.service(StubTransport(status: 404, json: ""))
    let error = await #expect(throws: ReviewsError.self) {
      try await service.page(PageSelection(), of: ReviewListing())
    }
    #expect(error?.shellError.status.rawValue == 3)
  }

  @Test func `a review is requested by its id`() async throws {
    let transport = StubTransport(json: ReviewedShop.review(7))
    let review = try await Self.service(transport).record(
      "r-7", of: ReviewListing(product: "p-1"))
    #expect(review == Review("r-7"))
    #expect(Self.sent(transport) == ["GET http://localhost/v1/products/p-1/reviews/r-7"])
  }

  @Test func `a new review is sent as a multipart form with its own key`() async throws {
    let transport = StubTransport(
      status: 201, json: ReviewedShop.review(215, rating: 4, "It's fine", by: "demo"))
    let service = try Self.service(transport)
    let review = try await service.add(rating: 4, comment: "It's fine\n— really", to: "p-1")
    #expect(
      review == Review(id: "r-215", product: "p-1", rating: 4, comment: "It's fine", author: "demo")
    )
    #expect(Self.sent(transport) == ["POST http://localhost/v1/products/p-1/reviews"])

    let request = try #require(transport.requests.first)
    let type = try #require(request.headers["Content-Type"])
    let boundary = try #require(type.split(separator: "boundary=").last)
    #expect(type == "multipart/form-data; boundary=\(boundary)")
    #expect(
      String(decoding: try #require(request.body?.data), as: UTF8.self) == """
        --\(boundary)\r
        Content-Disposition: form-data; name="rating"\r
        \r
        4\r
        --\(boundary)\r
        Content-Disposition: form-data; name="comment"\r
        \r
        It's fine
        — really\r
        --\(boundary)--\r

        """)

    _ = try await service.add(rating: 4, comment: "Again", to: "p-1")
    let keys = transport.requests.compactMap { $0.headers["Idempotency-Key"] }
    #expect(Set(keys).count == 2)
  }

  @Test(
    arguments: [
      (3, nil, #"{"rating":3}"#), (nil, "Why", #"{"comment":"Why"}"#),
      (1, "Why", #"{"comment":"Why","rating":1}"#),
    ] as [(Int?, String?, String)])
  func `an edit sends its changed fields`(rating: Int?, comment: String?, json: String) async throws
  {
    let transport = StubTransport(json: ReviewedShop.review(215))
    _ = try await Self.service(transport).edit(
      "r-215", of: "p-1", rating: rating, comment: comment)
    #expect(Self.sent(transport) == ["PUT http://localhost/v1/products/p-1/reviews/r-215"])
    let request = try #require(transport.requests.first)
    #expect(request.headers["Content-Type"] == "application/json")
    let sent = try JSONDecoder().decode(JSONValue.self, from: try #require(request.body?.data))
    #expect(try sent == JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)))
  }

  @Test func `a review is deleted by its id, with an empty response`() async throws {
    let transport = StubTransport { _ in HTTPResponse(status: 204) }
    try await Self.service(transport).delete("r-215", of: "p-1")
    #expect(Self.sent(transport) == ["DELETE http://localhost/v1/products/p-1/reviews/r-215"])
  }

  @Test(arguments: [
    (404, "no review of 'p-1' has the id 'r-9'", 3),
    (401, "reading reviews needs a session", 4),
    (403, "permission denied (GET products/p-1/reviews/r-9, 403)", 4),
    (503, "the service is unavailable (GET products/p-1/reviews/r-9, 503)", 8),
  ])
  func `an error response for a review becomes the module's error`(
    status: Int, message: String, exit: Int32
  ) async throws {
    let service = try Self.service(StubTransport(status: status, json: ""))
    let error = await #expect(throws: ReviewsError.self) {
      try await service.record("r-9", of: ReviewListing(product: "p-1"))
    }
    #expect((error == .noReview("r-9", product: "p-1")) == (status == 404))
    #expect(error?.shellError.message == message)
    #expect(error?.shellError.status.rawValue == exit)
  }

  @Test(arguments: [
    (401, ReviewsError.unauthorized(.changing, remedy: nil), "changing a review needs a session"),
    (403, .forbidden(review: "r-9"), "the review 'r-9' belongs to someone else"),
  ])
  func `a forbidden write says what is missing`(
    status: Int, reason: ReviewsError, message: String
  ) async throws {
    let service = try Self.service(StubTransport(status: status, json: ""))
    let error = await #expect(throws: ReviewsError.self) {
      try await service.edit("r-9", of: "p-1", rating: 1, comment: nil)
    }
    #expect(error == reason)
    #expect(error?.shellError.message == message)
  }

  @Test func `a 404 without a review's id names the product`() async throws {
    let service = try Self.service(StubTransport(status: 404, json: ""))
    for ask in [
      {
        _ = try await service.page(PageSelection(), of: ReviewListing(product: "p-99"))
      },
      { _ = try await service.add(rating: 5, comment: "Good", to: "p-99") },
    ] {
      let error = await #expect(throws: ReviewsError.self) { try await ask() }
      #expect(error?.shellError.message == "no product has the id 'p-99'")
    }
  }

  @Test func `a write whose response was cut off may have been applied`() async throws {
    let service = try Self.service(
      StubTransport { _ in throw TransportError(.cut, reason: "the connection was cut") })
    let error = await #expect(throws: ReviewsError.self) {
      try await service.add(rating: 5, comment: "Good", to: "p-1")
    }
    #expect(error?.shellError.status == .unconnected)
    #expect(error?.shellError.message.contains("may have been applied") == true)
  }

  @Test func `cancelling a request for reviews throws CancellationError`() async throws {
    let service = try Self.service(StubTransport { _ in throw CancellationError() })
    await #expect(throws: CancellationError.self) { try await service.delete("r-1", of: "p-1") }
  }
}
