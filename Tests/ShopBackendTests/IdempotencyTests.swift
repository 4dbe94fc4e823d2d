import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("An idempotency key", .mayBlock)
struct IdempotencyTests {
  private let shop: TestShop
  private let reviews = "/v1/products/p-1/reviews"
  private let body = #"{"rating":4,"comment":"Once"}"#

  init() throws {
    shop = try TestShop()
  }

  private func count() throws -> Int? {
    try shop.inspect("SELECT count(*) FROM reviews WHERE comment = 'Once'") { $0.integer(0) }
  }

  @Test func `a repeated key gives the same answer, and no second review`() async throws {
    let token = try await shop.logIn().access_token
    let first = try await shop.post(reviews, body, token: token, key: "k")
    let again = try await shop.post(reviews, body, token: token, key: "k")
    #expect(first.status == 201)
    #expect(again.status == 201)
    #expect(again.headers == first.headers)
    #expect(again.body == first.body)
    #expect(try count() == 1)
    #expect(try shop.inspect("SELECT count(*) FROM events") { $0.integer(0) } == 1)
  }

  @Test func `a key's answer survives a new login, encoding and edit`()
    async throws
  {
    let first = try await shop.post(
      reviews, body, token: try await shop.logIn().access_token, key: "k")
    let token = try await shop.logIn().access_token
    let id = (try first.decoded() as ReviewReply).id
    _ = try await shop.send(
      .put, "\(reviews)/\(id)", headers: TestShop.json, body: #"{"rating":1}"#, token: token)
    let again = try await shop.send(
      .post, reviews,
      headers: ["Content-Type": ReviewBody.multipart.type, "Idempotency-Key": "k"],
      data: Data(ReviewBody.multipart.body(rating: 4, comment: "Once")), token: token)
    #expect(again.body == first.body)
    #expect(try count() == 1)
  }

  @Test func `a key used for another review is refused`() async throws {
    let token = try await shop.logIn().access_token
    _ = try await shop.post(reviews, body, token: token, key: "k")
    for other in [#"{"rating":5,"comment":"Once"}"#, #"{"rating":4,"comment":"Once "}"#] {
      let reply = try await shop.post(reviews, other, token: token, key: "k")
      #expect(reply.status == 422)
      #expect(reply.detail.hasPrefix("Idempotency-Key"))
    }
  }

  @Test func `keys are separate for each product and account`() async throws {
    let token = try await shop.logIn().access_token
    _ = try await shop.post(reviews, body, token: token, key: "k")
    _ = try await shop.post("/v1/products/p-2/reviews", body, token: token, key: "k")
    _ = try await shop.post(reviews, body, token: token, key: "K")
    try shop.run("INSERT INTO accounts SELECT 2, 'other', password_hash FROM accounts")
    let other: Grant = try await shop.post(
      "/v1/session", #"{"user":"other","password":"demo"}"#
    ).decoded()
    let reply = try await shop.post(reviews, body, token: other.access_token, key: "k")
    #expect((try reply.decoded() as ReviewReply).author == "other")
    #expect(try count() == 4)
  }

  @Test func `a key can be used again after a rejected review`() async throws {
    let token = try await shop.logIn().access_token
    let refused = try await shop.post(
      reviews, #"{"rating":9,"comment":"x"}"#, token: token, key: "k")
    #expect(refused.status == 422)
    #expect(try await shop.post(reviews, body, token: token, key: "k").status == 201)
  }

  @Test(arguments: ["", String(repeating: "k", count: 256)])
  func `a key has 1 to 255 bytes`(key: String) async throws {
    let token = try await shop.logIn().access_token
    #expect(try await shop.post(reviews, body, token: token, key: key).status == 422)
  }

  @Test func `a key sent many times at once creates one review`() async throws {
    let token = try await shop.logIn().access_token
    let transports = (0..<4).map { _ in TestShop.transport(to: shop.path, shop.time) }
    let url = try #require(URL(string: "http://shop.test\(reviews)"))
    let request = HTTPRequest(
      method: .post, url: url,
      headers: [
        "Content-Type": "application/json", "Idempotency-Key": "k",
        "Authorization": "Bearer \(token)",
      ], body: HTTPBody(Data(body.utf8)))
    let statuses = try await withThrowingTaskGroup { group in
      for transport in transports {
        for _ in 0..<3 { group.addTask { try await transport.send(request).status } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 201, count: 12))
    #expect(try count() == 1)
  }

  @Test func `a key is forgotten after a month`() async throws {
    _ = try await shop.post(reviews, body, token: try await shop.logIn().access_token, key: "k")
    shop.time.advance(by: IdempotencyKey.life)
    let token = try await shop.logIn().access_token
    _ = try await shop.post(reviews, body, token: token, key: "other")
    #expect(try shop.inspect("SELECT count(*) FROM idempotency_keys") { $0.integer(0) } == 1)
  }
}
