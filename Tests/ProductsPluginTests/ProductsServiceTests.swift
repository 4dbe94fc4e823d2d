import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsServiceTests {
  static func service(_ transport: StubTransport) throws -> any ProductsServiceProtocol {
    ProductsService(try ShellHarness(transport).context.service())
  }

  static func sent(_ transport: StubTransport) -> [String] {
    transport.requests.map { "\($0.method.rawValue) \($0.url.absoluteString)" }
  }

  @Test(arguments: [
    (ProductListing(), PageSelection(), ""),
    (ProductListing(search: "café crème"), PageSelection(), "?query=caf%C3%A9%20cr%C3%A8me"),
    (ProductListing(search: ""), PageSelection(), ""),
    (
      ProductListing(search: "mug", order: .priceReversed), PageSelection(page: 2, perPage: 5),
      "?query=mug&sort=-price&page=2&per_page=5"
    ),
  ])
  func `a list of products is requested with one request`(
    listing: ProductListing, pages: PageSelection, query: String
  ) async throws {
    let transport = StubTransport(json: "[]", headers: ["X-Total-Count": "0"])
    let page = try await Self.service(transport).page(pages, of: listing)
    #expect(page.elements.isEmpty)
    #expect(page.total == 0)
    #expect(Self.sent(transport) == ["GET http://localhost/v1/products\(query)"])
  }

  @Test func `the next page is requested at the shop's link`() async throws {
    let transport = NumberedShop(count: 3).transport
    let service = try Self.service(transport)
    let first = try await service.page(PageSelection(perPage: 2), of: ProductListing())
    let second = try await service.page(
      following: try #require(first.next), of: ProductListing())
    #expect(first.elements.map(\.id) == ["p-1", "p-2"])
    #expect(second.elements.map(\.id) == ["p-3"])
    #expect(second.next == nil)
    #expect(
      Self.sent(transport) == [
        "GET http://localhost/v1/products?per_page=2",
        "GET http://localhost/v1/products?page=2&per_page=2",
      ])
  }

  @Test func `a product's id is one part of the address`() async throws {
    let transport = StubTransport(json: NumberedShop.product(1))
    let product = try await Self.service(transport).record("a/b?c", of: ProductListing())
    #expect(product.id == "p-1")
    #expect(Self.sent(transport) == ["GET http://localhost/v1/products/a%2Fb%3Fc"])
  }

  @Test func `related products are requested under their product`() async throws {
    let transport = StubTransport(json: "[\(NumberedShop.product(2))]")
    var ids: [String] = []
    try await Self.service(transport).related(to: "p-1") { ids += $0.map(\.id) }
    #expect(ids == ["p-2"])
    #expect(Self.sent(transport) == ["GET http://localhost/v1/products/p-1/relatedProducts"])
  }

  @Test func `each page of related products is shown before the next one is requested`()
    async throws
  {
    let transport = NumberedShop(count: 45).transport
    var shown: [(count: Int, requests: Int)] = []
    try await Self.service(transport).related(to: "p-1") {
      shown.append(($0.count, transport.requests.count))
    }
    #expect(shown.map(\.count) == [20, 20, 5])
    #expect(shown.map(\.requests) == [1, 2, 3])
  }

  @Test func `a failed page of related products says what came`() async throws {
    let transport = NumberedShop(count: 45, brokenPage: 2).transport
    let error = await #expect(throws: APIPageError.self) {
      try await Self.service(transport).related(to: "p-1") { _ in }
    }
    #expect(error?.shellError.message.hasPrefix("only the first 20 related products came") == true)
  }

  @Test func `the related products of an unknown product name it`() async throws {
    let service = try Self.service(StubTransport(status: 404, json: ""))
    await #expect(throws: RecordError.notFound("product", "p-9")) {
      try await service.related(to: "p-9") { _ in }
    }
  }

  @Test(arguments: [
    (404, "no product has the id 'p-9'", 3),
    (401, "sign-in required (GET products/p-9, 401)", 4),
    (403, "permission denied (GET products/p-9, 403)", 4),
    (
      422,
      "the server rejected the request as invalid: no reason was given (GET products/p-9, 422)", 6
    ),
    (500, "the service is unavailable (GET products/p-9, 500)", 8),
  ])
  func `an error response for a product becomes the module's error`(
    status: Int, message: String, exit: Int32
  ) async throws {
    let service = try Self.service(StubTransport(status: status, json: ""))
    let thrown = await #expect(throws: (any Error).self) {
      try await service.record("p-9", of: ProductListing())
    }
    #expect((thrown as? RecordError == .notFound("product", "p-9")) == (status == 404))
    let error = thrown.map(ShellError.init)
    #expect(error?.message == message)
    #expect(error?.status.rawValue == exit)
  }

  @Test func `a 404 for a list does not name a product`() async throws {
    let service = try Self.service(StubTransport(status: 404, json: ""))
    let error = await #expect(throws: APIError.self) {
      try await service.page(PageSelection(), of: ProductListing())
    }
    #expect(error?.shellError.status == .notFound)
  }

  @Test func `cancelling a request for products throws CancellationError`() async throws {
    let service = try Self.service(StubTransport { _ in throw CancellationError() })
    await #expect(throws: CancellationError.self) {
      try await service.record("p-1", of: ProductListing())
    }
  }

  @Test func `an invalid product's error names the field`() async throws {
    let service = try Self.service(StubTransport(json: #"{"id":"p-1","name":"Mug"}"#))
    let error = await #expect(throws: APIError.self) {
      try await service.record("p-1", of: ProductListing())
    }
    #expect(error?.shellError.message.contains("description' is missing") == true)
    #expect(error?.shellError.status == .unavailable)
  }
}
