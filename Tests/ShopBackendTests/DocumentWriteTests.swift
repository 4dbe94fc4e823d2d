import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A JSON:API document that asks for a write", .mayBlock)
struct DocumentWriteTests {
  private let shop: TestShop
  private let reviews = "/v1/products/p-1/reviews"

  init() throws {
    shop = try TestShop()
  }

  private func send(
    _ method: HTTPMethod, _ path: String, _ body: String,
    type: String = "application/vnd.api+json", key: String? = nil
  ) async throws -> Reply {
    var headers: HTTPHeaders = ["Content-Type": type, "Accept": "application/vnd.api+json"]
    headers["Idempotency-Key"] = key
    let token = try await shop.logIn().access_token
    return try await shop.send(method, path, headers: headers, body: body, token: token)
  }

  private func review(_ attributes: String) -> String {
    #"{"data":{"type":"reviews","attributes":{\#(attributes)}}}"#
  }

  @Test(arguments: ["application/vnd.api+json", "application/vnd.api+json; profile=\"https://x\""])
  func `a JSON:API document adds and changes a review`(type: String) async throws {
    let reply = try await send(.post, reviews, review(#""rating":4,"comment":"Yes""#), type: type)
    #expect(reply.status == 201)
    let added: DocumentReply<ResourceReply<ReviewAttributes>> = try reply.decoded()
    #expect(
      added.data.attributes == ReviewAttributes(rating: 4, comment: "Yes", author: "demo"))
    let path = "\(reviews)/\(added.data.id)"
    #expect(reply.headers["Location"] == path)
    #expect(added.links == ["self": path])
    let edited = try await send(
      .put, path,
      #"{"data":{"type":"reviews","id":"\#(added.data.id)","attributes":{"rating":2}}}"#)
    #expect(edited.status == 200)
    let now: ReviewReply = try await shop.get(path).decoded()
    #expect(now.rating == 2)
    #expect(now.comment == "Yes")
  }

  @Test(
    arguments: [
      (#"{"data":{"type":"products","attributes":{}}}"#, 409, "/data/type"),
      (
        #"{"data":{"type":"reviews","id":"r-7","attributes":{"rating":4,"comment":"x"}}}"#, 403, nil
      ),
      (#"{"data":{"attributes":{"rating":4,"comment":"x"}}}"#, 400, nil),
      (#"{"data":[{"type":"reviews"}]}"#, 400, nil), (#"{"data":null}"#, 400, nil),
      ("{}", 400, nil),
      (#"{"rating":4,"comment":"x"}"#, 400, nil), ("", 400, nil),
      (#"{"data":{"type":"reviews"}}"#, 422, nil),
      (#"{"data":{"type":"reviews","attributes":{"rating":9,"comment":"x"}}}"#, 422, "/rating"),
      (#"{"data":{"type":"reviews","attributes":{"rating":"4","comment":"x"}}}"#, 422, "/rating"),
      (#"{"data":{"type":"reviews","attributes":{"rating":4,"comment":" "}}}"#, 422, "/comment"),
    ] as [(String, Int, String?)])
  func `an invalid JSON:API document is refused`(
    body: String, status: Int, pointer: String?
  ) async throws {
    let reply = try await send(.post, reviews, body)
    #expect(reply.status == status)
    #expect(reply.headers["Content-Type"] == "application/vnd.api+json")
    let own =
      pointer?.hasPrefix("/data") == true ? pointer : pointer.map { "/data/attributes\($0)" }
    #expect(reply.error?.source?.pointer == own)
  }

  @Test func `an error points at the field of a plain body, too`() async throws {
    let reply = try await shop.post(
      reviews, #"{"rating":9,"comment":"x"}"#, token: try await shop.logIn().access_token)
    #expect(reply.error?.source?.pointer == "/rating")
  }

  @Test(arguments: ["r-1", "", "p-1"])
  func `a JSON:API document changes only the review of its path`(id: String) async throws {
    let added: ReviewReply = try await shop.post(
      reviews, #"{"rating":4,"comment":"x"}"#, token: try await shop.logIn().access_token
    ).decoded()
    let reply = try await send(
      .put, "\(reviews)/\(added.id)",
      #"{"data":{"type":"reviews","id":"\#(id)","attributes":{"rating":2}}}"#)
    #expect(reply.status == 409)
    #expect(reply.error?.source?.pointer == "/data/id")
  }

  @Test(arguments: [
    "application/vnd.api+json; charset=utf-8", "application/vnd.api+json; ext=\"https://x.test\"",
    "application/json; charset=latin1", "application/x-www-form-urlencoded; charset=UTF-16",
  ])
  func `a write with an unsupported content type is refused`(type: String) async throws {
    #expect(try await send(.post, reviews, review(#""rating":4"#), type: type).status == 415)
  }

  @Test func `a repeated key answers in the requested representation`() async throws {
    let body = review(#""rating":4,"comment":"Once \"é\"""#)
    let first = try await send(.post, reviews, body, key: "k")
    let again = try await send(.post, reviews, body, key: "k")
    #expect(again.text == first.text)
    #expect(again.headers == first.headers)
    let plain = try await shop.post(
      reviews, #"{"rating":4,"comment":"Once \"é\""}"#,
      token: try await shop.logIn().access_token, key: "k")
    let review: ReviewReply = try plain.decoded()
    let document: DocumentReply<ResourceReply<ReviewAttributes>> = try first.decoded()
    #expect(review.id == document.data.id)
    #expect(plain.headers["Event-Id"] == first.headers["Event-Id"])
  }
}
