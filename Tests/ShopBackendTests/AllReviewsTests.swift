import CoreSQLite
import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("The reviews of all products", .mayBlock)
struct AllReviewsTests {
  private let shop: TestShop
  private let reviews = "/v1/reviews"

  init() throws {
    shop = try TestShop()
  }

  private func all(_ query: String = "") async throws -> [ReviewReply] {
    try await shop.get("\(reviews)?per_page=1000\(query)").decoded()
  }

  private func number(_ review: ReviewReply) -> Int {
    Identifier.review.number(review.id) ?? 0
  }

  @Test func `the list of all reviews has those of each product, newest first`() async throws {
    var expected: [ReviewReply] = []
    for product in try Catalogue.products() {
      let own: [ReviewReply] = try await shop.get(
        "/v1/products/\(product.id)/reviews?per_page=1000"
      ).decoded()
      #expect(own.allSatisfy { $0.product == product.id })
      expected += own
    }
    expected.sort { number($0) > number($1) }
    #expect(expected.count == (try Catalogue.reviews().count))
    #expect(try await all() == expected)
  }

  @Test(
    arguments: [
      ("", nil, 5), ("&author=Ged", "Ged", 5), ("&rating_max=1", nil, 1),
      ("&rating_max=2", nil, 2), ("&rating_max=5", nil, 5),
      ("&author=Ged&rating_max=4", "Ged", 4), ("&rating_max=4&author=Ged", "Ged", 4),
      ("&author=ged", "ged", 5), ("&author=Ge", "Ge", 5), ("&author=me", "me", 5),
      ("&author=%25", "%", 5), ("&author=a%00b", "a\0b", 5), ("&x=y", nil, 5),
    ] as [(String, String?, Int)],
    ["/v1/reviews", "/v1/products/p-1/reviews", "/v1/products/p-16/reviews"])
  func `all reviews can be filtered by author and rating`(
    filter: (query: String, author: String?, rating: Int), path: String
  ) async throws {
    let whole: [ReviewReply] = try await shop.get("\(path)?per_page=1000").decoded()
    let expected = whole.filter { review in
      review.rating <= filter.rating && review.author == filter.author ?? review.author
    }
    let reply = try await shop.get("\(path)?per_page=1000\(filter.query)")
    #expect(reply.status == 200)
    #expect(reply.headers["X-Total-Count"] == String(expected.count))
    #expect(try reply.decoded() == expected)
  }

  @Test func `the catalogue's reviews include each kind to filter`() async throws {
    #expect(try await !all("&author=Ged").isEmpty)
    #expect(try await !all("&rating_max=1").isEmpty)
    #expect(try await all("&rating_max=4&author=Ged").count < all("&author=Ged").count)
  }

  @Test(arguments: ["", "&rating_max=3", "&author=Ged", "&author=Ged&rating_max=4"])
  func `pages of all reviews join to the whole list, by link`(query: String) async throws {
    let whole = try await all(query)
    var pages: [ReviewReply] = []
    var next: String? = "\(reviews)?per_page=2\(query)"
    while let path = next {
      let reply = try await shop.get(path)
      #expect(reply.headers["X-Total-Count"] == String(whole.count))
      pages += try reply.decoded() as [ReviewReply]
      next = reply.headers["Link"].flatMap { link in
        link.split(separator: ">").first?.dropFirst("<http://shop.test".count).description
      }
    }
    #expect(pages == whole)
  }

  @Test(arguments: [
    ("author=", "author"), ("author=a&author=b", "author"),
    ("author=\(String(repeating: "x", count: 501))", "author"), ("rating_max=", "rating_max"),
    ("rating_max=0", "rating_max"), ("rating_max=6", "rating_max"), ("rating_max=x", "rating_max"),
    ("rating_max=2.5", "rating_max"), ("rating_max=-1", "rating_max"),
    ("rating_max=1&rating_max=2", "rating_max"), ("page=0", "page"), ("per_page=1001", "per_page"),
    ("page%5Bsize%5D=x", "page[size]"),
  ])
  func `an invalid filter of reviews is refused by its name`(
    query: String, name: String
  ) async throws {
    for path in [reviews, "/v1/products/p-1/reviews"] {
      let reply = try await shop.get("\(path)?\(query)")
      #expect(reply.status == 422)
      #expect(reply.error?.source?.parameter == name)
      #expect(reply.detail.hasPrefix(name))
    }
  }

  @Test func `the list of all reviews changes with each write`() async throws {
    let token = try await shop.logIn().access_token
    let before = try await all()
    let added: ReviewReply = try await shop.post(
      "/v1/products/p-7/reviews", #"{"rating":4,"comment":"one"}"#, token: token
    ).decoded()
    #expect(added.product == "p-7")
    #expect(try await all() == [added] + before)
    #expect(try await all("&author=demo") == [added])
    #expect(try await all("&author=demo&rating_max=3").isEmpty)
    let path = "/v1/products/p-7/reviews/\(added.id)"
    let edited: ReviewReply = try await shop.send(
      .put, path, headers: TestShop.json, body: #"{"rating":2}"#, token: token
    ).decoded()
    #expect(try await all("&author=demo&rating_max=3") == [edited])
    #expect(try await shop.send(.delete, path, token: token).status == 204)
    #expect(try await all() == before)
  }

  @Test func `a document of all reviews has products as relationships`() async throws {
    let reply = try await shop.send(
      .get, "\(reviews)?page[size]=3&rating_max=4", headers: ["Accept": MediaType.document])
    let page: DocumentReply<[ResourceReply<ReviewAttributes>]> = try reply.decoded()
    let plain: [ReviewReply] = try await shop.get("\(reviews)?per_page=3&rating_max=4").decoded()
    #expect(page.data.map(\.id) == plain.map(\.id))
    for (review, plain) in zip(page.data, plain) {
      let product = try #require(review.relationships?["product"])
      #expect(product.links == ["related": "/v1/products/\(plain.product)"])
      #expect(product.data == ["type": "products", "id": plain.product])
      #expect(review.links == ["self": "/v1/products/\(plain.product)/reviews/\(plain.id)"])
    }
    #expect(page.links["next"] == "\(reviews)?page%5Bsize%5D=3&rating_max=4&page%5Bnumber%5D=2")
  }

  @Test(arguments: ["", "author=demo", "rating_max=2", "author=demo&rating_max=2"])
  func `a page of all reviews is found in an index`(
    query: String
  ) throws {
    let url = try #require(URL(string: "http://shop.test\(reviews)?\(query)"))
    let statements = try ReviewQuery(ShopRequest(HTTPRequest(method: .get, url: url)))
    let database = try Database(path: shop.path)
    for (sql, place) in [(statements.count, []), (statements.page, [20, 40])]
      as [(String, [SQLiteValue])]
    {
      var plan: [String] = []
      try database.forEach("EXPLAIN QUERY PLAN \(sql)", statements.values + place) {
        plan.append($0.text(3))
      }
      #expect(plan.contains { $0.contains("COVERING INDEX") }, "\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
      let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("COVERING") }
      #expect(scans.isEmpty, "\(plan)")
    }
  }
}
