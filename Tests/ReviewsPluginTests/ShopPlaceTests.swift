import FoundationEssentials
import ProductsPlugin
import ReviewsPlugin
import SeashellKit
import SeashellTesting
import Testing

/// The places of the shop: products and their reviews.
@Suite @MainActor struct ShopPlaceTests {
  private nonisolated static let answers: [String: String] = [
    "/v1/products/p-7": product("p-7"), "/v1/products/p-8": product("p-8"),
    "/v1/products/p-7/reviews": "[\(review)]", "/v1/products/p-7/reviews/r-1": review,
    "/v1/products": "[\(product("p-7"))]",
  ]

  private nonisolated static func product(_ id: String) -> String {
    #"{"id":"\#(id)","name":"Mug","price":18.5,"currency_code":"EUR","description":"-"}"#
  }

  private nonisolated static let review =
    #"{"id":"r-1","rating":5,"comment":"Good.","author":"maja"}"#

  private let transport = StubTransport { request in
    guard request.method == .get else { return HTTPResponse(status: 204) }
    guard let json = Self.answers[request.url.path()] else { return HTTPResponse(status: 404) }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"], body: HTTPBody(Data(json.utf8)))
  }

  private func harness(_ transport: StubTransport? = nil) throws -> ShellHarness {
    let harness = try ShellHarness(transport ?? self.transport)
    try harness.load(ProductsModule(harness.context))
    try harness.load(ReviewsModule(harness.context))
    return harness
  }

  @Test(
    arguments: [
      ("products/p-7", "show -o jsonl", #"{"id":"p-7","name":"Mug""#),
      ("products/p-7", "reviews list", "r-1\t5\tGood."),
      ("products/p-7", "reviews summary", "p-7\t1\t5"), ("products/p-7", "list", "p-7\tMug"),
      ("products/p-7", "reviews show r-1", "r-1\t5\tGood."),
      ("products/p-7/reviews", "list", "r-1\t5\tGood."),
      ("products/p-7/reviews", "show r-1", "r-1\t5\tGood."),
      ("products/p-7/reviews", "summary", "p-7\t1\t5"),
      ("products/p-7/reviews", "products show p-8", "p-8\tMug"),
      ("products/p-7/reviews/r-1", "show", "r-1\t5\tGood."), ("products", "list", "p-7\tMug"),
    ])
  func `commands leave out ids that the place gives`(place: String, line: String, output: String)
    async throws
  {
    let outcome = try await harness().run("open \(place); \(line)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix(output), "\(outcome.output)")
  }

  @Test(
    arguments: [
      ("products", []), ("products/p-7", ["/v1/products/p-7"]),
      ("products/p-7/reviews", ["/v1/products/p-7/reviews?per_page=1"]),
      ("products/p-7/reviews/r-1", ["/v1/products/p-7/reviews/r-1"]),
      ("http://localhost/v1/products/p-7", ["/v1/products/p-7"]),
    ])
  func `a place is checked with one request at most`(place: String, requests: [String])
    async throws
  {
    let harness = try harness()
    #expect(await harness.run("open \(place)").status == 0)
    #expect(
      transport.requests.map { $0.url.path() + ($0.url.query().map { "?" + $0 } ?? "") } == requests
    )
  }

  @Test(
    arguments: [
      ("products/p-9", "no product has the id 'p-9'"),
      ("products/p-9/reviews", "no product has the id 'p-9'"),
      ("products/p-7/reviews/r-9", "no review of 'p-7' has the id 'r-9'"),
      ("/reviews", "'/reviews' is not a place"),
    ])
  func `a missing product or review is not opened`(place: String, message: String) async throws {
    let harness = try harness()
    let outcome = await harness.run("open products/p-7; open \(place)")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(harness.place == "products/p-7")
  }

  @Test func `a place is not opened while the server is lost`() async throws {
    let refusing = StubTransport { _ in throw TransportError(.unconnected, reason: "refused") }
    let harness = try harness(refusing)
    #expect(await harness.run("open products/p-7").status == 5)
    #expect(harness.place == nil)
  }

  @Test(
    arguments: [
      "http://localhost/v2/products", "http://localhost:81/v1/products",
      "https://localhost/v1/products", "http://user@localhost/v1/products", "http://localhost/",
      "http://localhost/v1/../products", "ftp://localhost/v1/products", "http://[/v1/products",
    ])
  func `a URL of another API is an error`(url: String) async throws {
    let outcome = try await harness().run("open '\(url)'")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "'\(url)' is not a URL of the environment 'test'; its URLs begin with http://localhost/v1/"),
      "\(outcome.errors)")
  }

  @Test func `the place of a deleted review is left with a notice`() async throws {
    let harness = try harness()
    let outcome = await harness.run("open products/p-7/reviews/r-1; delete --yes; pwd")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "products/p-7/reviews\n")
    #expect(harness.place == "products/p-7/reviews")
    #expect(
      harness.console.notices.contains(
        "products/p-7/reviews/r-1 was deleted; the place is now products/p-7/reviews"))
  }
}
