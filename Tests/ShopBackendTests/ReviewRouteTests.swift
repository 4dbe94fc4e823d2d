import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("Reviews", .mayBlock)
struct ReviewRouteTests {
  private let shop: TestShop
  private let reviews = "/v1/products/p-1/reviews"

  init() throws {
    shop = try TestShop()
  }

  private func all(of product: String) async throws -> [ReviewReply] {
    try await shop.get("/v1/products/\(product)/reviews?per_page=1000").decoded()
  }

  @Test func `reviews are listed newest first, as in the catalogue`() async throws {
    let catalogue = try Catalogue.reviews()
    for product in try Catalogue.products() {
      let expected = catalogue.filter { $0.productID == product.id }.reversed()
      let listed = try await all(of: product.id)
      #expect(listed.map(\.comment) == expected.map(\.comment))
      #expect(listed.map(\.rating) == expected.map(\.rating))
      #expect(listed.map(\.author) == expected.map(\.author))
    }
  }

  @Test func `pages of reviews join to the whole list`() async throws {
    let whole = try await all(of: "p-1")
    #expect(whole.count > 4)
    var pages: [ReviewReply] = []
    for page in 1...whole.count {
      let reply = try await shop.get("\(reviews)?per_page=2&page=\(page)")
      #expect(reply.headers["X-Total-Count"] == String(whole.count))
      #expect((reply.headers["Link"] != nil) == (page * 2 < whole.count))
      pages += try reply.decoded() as [ReviewReply]
    }
    #expect(pages == whole)
    #expect(try await shop.get("\(reviews)?page=no").status == 422)
  }

  @Test func `a single review is found under its own product only`() async throws {
    let first = try #require(try await all(of: "p-1").first)
    let shown: ReviewReply = try await shop.get("\(reviews)/\(first.id)").decoded()
    #expect(shown == first)
    #expect(try await shop.get("/v1/products/p-2/reviews/\(first.id)").status == 404)
    for id in ["r-0", "r-99999", "1", "p-1", "r-01"] {
      #expect(try await shop.get("\(reviews)/\(id)").status == 404)
    }
  }

  @Test func `a signed-in user adds a review, which then comes first`() async throws {
    let token = try await shop.logIn().access_token
    let reply = try await shop.post(reviews, #"{"rating":4,"comment":"It's fine"}"#, token: token)
    #expect(reply.status == 201)
    let review: ReviewReply = try reply.decoded()
    #expect(review.rating == 4)
    #expect(review.comment == "It's fine")
    #expect(review.author == "demo")
    #expect(reply.headers["Location"] == "\(reviews)/\(review.id)")
    #expect(reply.headers["Event-Id"] == "1")
    #expect(try await all(of: "p-1").first == review)
    #expect(try await shop.get("\(reviews)/\(review.id)").text == reply.text)
  }

  @Test(arguments: ReviewBody.allCases)
  func `a review is added unchanged in each encoding`(encoding: ReviewBody) async throws {
    let token = try await shop.logIn().access_token
    for comment in ReviewBody.hostileComments {
      let body = encoding.body(rating: 2, comment: comment)
      let reply = try await shop.send(
        .post, reviews, headers: ["Content-Type": encoding.type], data: Data(body), token: token)
      try #require(reply.status == 201, "\(reply.text)")
      let review: ReviewReply = try reply.decoded()
      #expect(Array(review.comment.utf8) == Array(comment.utf8))
      let listed = try #require(try await all(of: "p-1").first)
      #expect(Array(listed.comment.utf8) == Array(comment.utf8))
    }
  }

  @Test(arguments: [
    (#"{"rating":0,"comment":"x"}"#, "rating"), (#"{"rating":6,"comment":"x"}"#, "rating"),
    (#"{"rating":4.5,"comment":"x"}"#, "rating"), (#"{"rating":"many","comment":"x"}"#, "rating"),
    (#"{"rating":true,"comment":"x"}"#, "rating"), (#"{"comment":"x"}"#, "rating"),
    (#"{"rating":4}"#, "rating and comment"), (#"{"rating":4,"comment":null}"#, "rating"),
    (#"{"rating":4,"comment":""}"#, "comment"), (#"{"rating":4,"comment":" \n\t "}"#, "comment"),
    (#"{"rating":4,"comment":12}"#, "comment"), (#"{}"#, "rating and comment"),
    (#"{"rating":1e99,"comment":"x"}"#, "rating"),
    ("{\"rating\":4,\"comment\":\"\(String(repeating: "é", count: 2_001))\"}", "comment"),
  ])
  func `an invalid review is refused by its rule's name`(body: String, name: String) async throws {
    let token = try await shop.logIn().access_token
    let before = try await all(of: "p-1").count
    let reply = try await shop.post(reviews, body, token: token)
    #expect(reply.status == 422)
    #expect(reply.detail.hasPrefix(name))
    #expect(try await all(of: "p-1").count == before)
  }

  @Test func `a comment may have two thousand characters of several bytes`() async throws {
    let token = try await shop.logIn().access_token
    let comment = String(repeating: "🇩🇪", count: 2_000)
    let reply = try await shop.post(
      reviews, "{\"rating\":4,\"comment\":\"\(comment)\"}", token: token)
    #expect(reply.status == 201)
  }

  @Test func `a review without a session is refused`() async throws {
    for body in [#"{"rating":4,"comment":"x"}"#, "{"] {
      #expect(try await shop.post(reviews, body).status == 401)
    }
    #expect(try await shop.send(.put, "\(reviews)/r-1").status == 401)
    #expect(try await shop.send(.delete, "\(reviews)/r-1").status == 401)
  }

  @Test func `a review is edited by its author, in part or completely`() async throws {
    let token = try await shop.logIn().access_token
    let added: ReviewReply = try await shop.post(
      reviews, #"{"rating":4,"comment":"one"}"#, token: token
    ).decoded()
    let path = "\(reviews)/\(added.id)"
    for (body, rating, comment) in [
      (#"{"rating":1}"#, 1, "one"), (#"{"comment":"two"}"#, 1, "two"),
      (#"{"rating":5,"comment":"three"}"#, 5, "three"),
    ] {
      let reply = try await shop.send(
        .put, path, headers: TestShop.json, body: body, token: token)
      #expect(reply.status == 200)
      let review: ReviewReply = try reply.decoded()
      #expect(
        review
          == ReviewReply(
            id: added.id, product: "p-1", rating: rating, comment: comment, author: "demo"))
      #expect(try await shop.get(path).text == reply.text)
    }
    for body in [
      "{}", #"{"rating":9}"#, #"{"comment":" "}"#, #"{"rating":null,"comment":"x"}"#,
      #"{"rating":1,"comment":null}"#,
    ] {
      let reply = try await shop.send(
        .put, path, headers: TestShop.json, body: body, token: token)
      #expect(reply.status == 422)
    }
  }

  @Test func `a deleted review's id is not used again`() async throws {
    let token = try await shop.logIn().access_token
    let body = #"{"rating":4,"comment":"x"}"#
    let added: ReviewReply = try await shop.post(reviews, body, token: token).decoded()
    let path = "\(reviews)/\(added.id)"
    let reply = try await shop.send(.delete, path, token: token)
    #expect(reply.status == 204)
    #expect(reply.body.isEmpty)
    #expect(try await shop.get(path).status == 404)
    #expect(try await shop.send(.delete, path, token: token).status == 404)
    let next: ReviewReply = try await shop.post(reviews, body, token: token).decoded()
    #expect(next.id != added.id)
  }

  @Test func `a user cannot change other users' reviews`() async throws {
    let token = try await shop.logIn().access_token
    let other = try #require(try await all(of: "p-1").first)
    let path = "\(reviews)/\(other.id)"
    let put = try await shop.send(
      .put, path, headers: TestShop.json, body: #"{"rating":1}"#, token: token)
    let delete = try await shop.send(.delete, path, token: token)
    #expect([put.status, delete.status] == [403, 403])
    #expect(put.code == "forbidden")
    #expect(try await all(of: "p-1").first == other)
    #expect(try shop.inspect("SELECT count(*) FROM events") { $0.integer(0) } == 0)
  }

  @Test func `the catalogue's reviews by demo do not belong to the account`() async throws {
    let token = try await shop.logIn().access_token
    try shop.run("UPDATE reviews SET author = 'demo' WHERE number = 1")
    let product = try #require(
      try shop.inspect("SELECT product FROM reviews WHERE number = 1") { $0.integer(0) })
    let reply = try await shop.send(
      .delete, "/v1/products/p-\(product)/reviews/r-1", token: token)
    #expect(reply.status == 403)
  }

  @Test func `each change of a review is recorded with its response's event id`() async throws {
    let token = try await shop.logIn().access_token
    let added = try await shop.post(reviews, #"{"rating":4,"comment":"x"}"#, token: token)
    let id = (try added.decoded() as ReviewReply).id
    let edited = try await shop.send(
      .put, "\(reviews)/\(id)", headers: TestShop.json, body: #"{"rating":1}"#, token: token)
    let deleted = try await shop.send(.delete, "\(reviews)/\(id)", token: token)
    let names = ["api.data.inserted", "api.data.updated", "api.data.deleted"]
    for (reply, name) in zip([added, edited, deleted], names) {
      let event = try #require(reply.headers["Event-Id"].flatMap { Int($0) })
      let row = try shop.inspect(
        "SELECT name, resource, item FROM events WHERE id = \(event)"
      ) { row in (0...2).map(row.text) }
      #expect(row == [name, "products/p-1/reviews", id])
    }
  }

  @Test func `only the latest events are kept`() async throws {
    let token = try await shop.logIn().access_token
    try shop.run("INSERT INTO events VALUES (1, 'a', 'b', 'c'), (20000, 'a', 'b', 'c')")
    _ = try await shop.post(reviews, #"{"rating":4,"comment":"x"}"#, token: token)
    #expect(try shop.inspect("SELECT min(id) FROM events") { $0.integer(0) } == 20_000)
  }
}
