import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A write with If-Match", .mayBlock)
struct PreconditionTests {
  private static let document = "application/vnd.api+json"

  private let shop: TestShop
  private let reviews = "/v1/products/p-1/reviews"

  init() throws {
    shop = try TestShop()
  }

  /// Adds a review of the account, and returns its path.
  private func add(_ token: String) async throws -> String {
    let reply = try await shop.post(reviews, #"{"rating":4,"comment":"x"}"#, token: token)
    return try #require(reply.headers["Location"])
  }

  private func tag(_ path: String, accept: String = "application/json") async throws -> String {
    try #require(try await shop.send(.get, path, headers: ["Accept": accept]).headers["ETag"])
  }

  private func write(
    _ method: HTTPMethod, _ path: String, tags: [String], accept: String = "application/json",
    body: String = #"{"rating":1}"#, token: String?
  ) async throws -> Reply {
    var headers: HTTPHeaders = ["Accept": accept]
    for tag in tags { headers.add("If-Match", tag) }
    if method == .put { headers["Content-Type"] = "application/json" }
    return try await shop.send(
      method, path, headers: headers, body: method == .put ? body : nil, token: token)
  }

  @Test(
    arguments: [HTTPMethod.put, .delete],
    [
      (["TAG"], true), (["*"], true), ([" TAG "], true), (["\"a\", TAG"], true),
      (["\"a,b\",TAG,W/\"c\""], true), (["\"a\"", "TAG"], true), ([], true),
      (["W/TAG"], false), (["\"a\""], false), ([""], false), (["\"*\""], false),
      (["xTAG"], false), (["\"x, TAG"], false), (["\"a\"", "W/TAG"], false),
    ])
  func `a write with If-Match needs one of the review's tags`(
    method: HTTPMethod, condition: (tags: [String], isMet: Bool)
  ) async throws {
    let token = try await shop.logIn().access_token
    let path = try await add(token)
    let (before, tag) = (try await shop.get(path).text, try await tag(path))
    let events = try shop.inspect("SELECT count(*) FROM events") { $0.integer(0) }
    let tags = condition.tags.map { $0.replacing("TAG", with: tag) }
    let reply = try await write(method, path, tags: tags, token: token)
    if condition.isMet {
      #expect(reply.status == (method == .put ? 200 : 204))
      #expect(try await shop.get(path).text != before)
    } else {
      #expect(reply.status == 412)
      #expect(reply.code == "precondition_failed")
      #expect(reply.error?.source == .init(header: "If-Match"))
      #expect(reply.headers["Event-Id"] == nil)
      #expect(try await shop.get(path).text == before)
      #expect(try shop.inspect("SELECT count(*) FROM events") { $0.integer(0) } == events)
    }
  }

  @Test(arguments: ["application/json", document], ["application/json", document])
  func `If-Match has the tag of the requested representation`(
    got: String, accepted: String
  ) async throws {
    let token = try await shop.logIn().access_token
    let path = try await add(token)
    let tag = try await tag(path, accept: got)
    let reply = try await write(.put, path, tags: [tag], accept: accepted, token: token)
    #expect(reply.status == (got == accepted ? 200 : 412))
  }

  @Test func `a write with If-Match is refused after another write`() async throws {
    let token = try await shop.logIn().access_token
    let path = try await add(token)
    let tag = try await tag(path)
    #expect(try await write(.put, path, tags: [tag], token: token).status == 200)
    #expect(
      try await write(.put, path, tags: [tag], body: #"{"rating":2}"#, token: token).status == 412)
    #expect(try await write(.delete, path, tags: [tag], token: token).status == 412)
    let current = try await self.tag(path)
    #expect(try await write(.delete, path, tags: [current], token: token).status == 204)
    #expect(try await write(.delete, path, tags: ["*"], token: token).status == 404)
  }

  @Test func `If-Match is checked last`() async throws {
    let token = try await shop.logIn().access_token
    let path = try await add(token)
    let product = try #require(
      try shop.inspect("SELECT product FROM reviews WHERE number = 1") { $0.integer(0) })
    let foreign = "/v1/products/p-\(product)/reviews/r-1"
    let wrong = ["\"a\""]
    for method in [HTTPMethod.put, .delete] {
      #expect(try await write(method, path, tags: wrong, token: nil).status == 401)
      #expect(try await write(method, foreign, tags: wrong, token: token).status == 403)
      #expect(try await write(method, "\(reviews)/r-0", tags: wrong, token: token).status == 404)
    }
    let invalid = try await write(.put, path, tags: wrong, body: #"{"rating":9}"#, token: token)
    #expect(invalid.status == 422)
  }

  @Test func `If-Match is ignored for other requests`() async throws {
    let token = try await shop.logIn().access_token
    #expect(
      try await shop.send(.get, reviews, headers: ["If-Match": "\"a\""]).status == 200)
    let added = try await shop.send(
      .post, reviews, headers: ["Content-Type": "application/json", "If-Match": "\"a\""],
      body: #"{"rating":4,"comment":"x"}"#, token: token)
    #expect(added.status == 201)
  }
}
