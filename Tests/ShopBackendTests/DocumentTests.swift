import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A JSON:API document", .mayBlock)
struct DocumentTests {
  private typealias Names = ResourceReply<Name>

  private struct Name: Decodable {
    let name: String
  }

  private let shop: TestShop
  private let headers: HTTPHeaders = ["Accept": "application/vnd.api+json"]

  init() throws {
    shop = try TestShop()
  }

  private func get(_ path: String, token: String? = nil) async throws -> Reply {
    let reply = try await shop.send(.get, path, headers: headers, token: token)
    #expect(reply.headers["Content-Type"] == "application/vnd.api+json")
    #expect(reply.headers["Vary"] == "Accept")
    return reply
  }

  @Test func `a JSON:API document has a product`() async throws {
    let plain = try await shop.get("/v1/products/p-1").text
    let attributes = "{" + plain.dropFirst(#"{"id":"p-1","#.count)
    #expect(
      try await get("/v1/products/p-1").text == """
        {"jsonapi":{"version":"1.1"},"data":{"type":"products","id":"p-1",\
        "attributes":\(attributes),"relationships":{\
        "relatedProducts":{"links":{"related":"/v1/products/p-1/relatedProducts"}},\
        "reviews":{"links":{"related":"/v1/products/p-1/reviews"}}},\
        "links":{"self":"/v1/products/p-1"}},"links":{"self":"/v1/products/p-1"}}
        """)
  }

  @Test func `a JSON:API document has the same elements as the plain list`() async throws {
    for path in ["/v1/products", "/v1/products/p-1/relatedProducts", "/v1/products?query=mug"] {
      let plain: [ProductReply] = try await shop.get(path).decoded()
      let reply: DocumentReply<[Names]> = try await get(path).decoded()
      #expect(reply.jsonapi.version == "1.1")
      #expect(reply.data.map(\.id) == plain.map(\.id))
      #expect(reply.data.map(\.attributes.name) == plain.map(\.name))
      #expect(reply.data.allSatisfy { $0.type == "products" })
      #expect(reply.data.allSatisfy { $0.links == ["self": "/v1/products/\($0.id)"] })
      #expect(reply.links["self"] == path)
      #expect((reply.meta == nil) == path.hasSuffix("relatedProducts"))
    }
  }

  @Test func `a JSON:API document has a review and its product`() async throws {
    let list: DocumentReply<[ResourceReply<ReviewAttributes>]> = try await get(
      "/v1/products/p-1/reviews?page[size]=1"
    ).decoded()
    let review = try #require(list.data.first)
    let path = "/v1/products/p-1/reviews/\(review.id)"
    #expect(review.type == "reviews")
    #expect(review.links == ["self": path])
    #expect(review.relationships?["product"]?.links == ["related": "/v1/products/p-1"])
    #expect(review.relationships?["product"]?.data == ["type": "products", "id": "p-1"])
    let one: DocumentReply<ResourceReply<ReviewAttributes>> = try await get(path).decoded()
    #expect(one.data.attributes == review.attributes)
    #expect(one.links == ["self": path])
  }

  @Test(
    arguments: [
      ("", 1, 3, nil, 2), ("&page[number]=2", 2, 3, 1, 3), ("&page[number]=3", 3, 3, 2, nil),
      ("&page=2", 2, 3, 1, 3), ("&page[number]=900", 900, 3, 3, nil),
    ] as [(String, Int, Int, Int?, Int?)])
  func `a JSON:API document links to the other pages`(
    query: String, own: Int, last: Int, previous: Int?, next: Int?
  ) async throws {
    let size = (TestShop.stock + 2) / 3
    let reply: DocumentReply<[Names]> = try await get(
      "/v1/products?page[size]=\(size)\(query)"
    ).decoded()
    func path(_ page: Int?) -> String? {
      page.map { "/v1/products?page%5Bsize%5D=\(size)&page%5Bnumber%5D=\($0)" }
    }
    #expect(reply.links["first"] == path(1))
    #expect(reply.links["last"] == path(last))
    #expect(reply.links["prev"] == path(previous))
    #expect(reply.links["next"] == path(next))
    #expect(reply.links["self"]?.hasPrefix("/v1/products?page%5Bsize%5D=\(size)") == true)
    #expect(reply.meta?.total == TestShop.stock)
  }

  @Test func `a JSON:API document of an empty list has one page`() async throws {
    let reply: DocumentReply<[Names]> = try await get("/v1/products?query=zzzz").decoded()
    #expect(reply.data.isEmpty)
    #expect(reply.meta?.total == 0)
    #expect(reply.links["last"] == reply.links["first"])
    #expect(reply.links["next"] == nil)
  }

  @Test func `the links of JSON:API documents lead through the whole list`() async throws {
    var pages: [String] = []
    var next: String? = "/v1/products?page[size]=7&sort=-price&query=a"
    while let path = next {
      let reply: DocumentReply<[Names]> = try await get(path).decoded()
      pages += reply.data.map(\.id)
      next = reply.links["next"]
    }
    let whole: [ProductReply] = try await shop.get(
      "/v1/products?per_page=1000&sort=-price&query=a"
    ).decoded()
    #expect(pages == whole.map(\.id))
  }

  @Test(
    arguments: [
      ("/v1/products/p-0", 404, nil), ("/v1/nothing", 404, nil), ("/v1/session", 401, nil),
      ("/v1/products?page[size]=0", 422, "page[size]"), ("/v1/products?page=x", 422, "page"),
      ("/v1/products?sort=x", 422, "sort"), ("/v1/products?include=reviews", 400, "include"),
      ("/v1/products/p-1?fields[products]=name", 400, "fields[products]"),
      ("/v1/products?filter[name]=x", 400, "filter[name]"),
      ("/v1/products?page[cursor]=x", 400, "page[cursor]"), ("/v1/products?%FF", 400, nil),
      ("/v1/reviews?rating_max=9", 422, "rating_max"),
      ("/v1/reviews?filter[author]=x", 400, "filter[author]"),
    ] as [(String, Int, String?)])
  func `JSON:API errors name a cause`(path: String, status: Int, parameter: String?) async throws {
    let reply = try await get(path)
    #expect(reply.status == status)
    #expect(reply.error?.status == String(status))
    #expect(reply.error?.source?.parameter == parameter)
  }

  @Test func `a JSON:API request may have what a plain one ignores`() async throws {
    for query in ["include=reviews", "fields[products]=name", "x=y"] {
      #expect(try await shop.get("/v1/products?\(query)").status == 200)
    }
    #expect(try await get("/v1/products?x=y").status == 200)
  }

  @Test func `JSON:API pages can be requested with either parameter names`() async throws {
    let own: [ProductReply] = try await shop.get("/v1/products?page=2&per_page=3").decoded()
    let named: [ProductReply] = try await shop.get(
      "/v1/products?page%5Bnumber%5D=2&page%5Bsize%5D=3"
    ).decoded()
    #expect(own == named)
    #expect(own.map(\.id) == ["p-4", "p-5", "p-6"])
  }

  @Test func `a JSON:API document has a session and its tokens`() async throws {
    let reply = try await shop.send(
      .post, "/v1/session",
      headers: [
        "Accept": "application/vnd.api+json", "Content-Type": "application/vnd.api+json",
      ],
      body: #"{"data":{"type":"sessions","attributes":{"user":"demo","password":"demo"}}}"#)
    #expect(reply.status == 201)
    #expect(reply.headers["Location"] == "/v1/session")
    let grant: DocumentReply<ResourceReply<GrantAttributes>> = try reply.decoded()
    #expect(grant.data.type == "sessions")
    #expect(grant.data.attributes.user == "demo")
    #expect(grant.data.relationships == nil)
    let token = grant.data.attributes.access_token
    struct Owner: Decodable { let user: String }
    let shown: DocumentReply<ResourceReply<Owner>> = try await get(
      "/v1/session", token: token
    ).decoded()
    #expect(shown.data.id == grant.data.id)
    #expect(shown.links == ["self": "/v1/session"])
  }
}
