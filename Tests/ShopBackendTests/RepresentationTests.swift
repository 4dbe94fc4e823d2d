import Testing
import TestSupport
import WebMessages

@testable import ShopBackend

@Suite("The form of an answer", .mayBlock)
struct AnswerFormatTests {
  private static let document = "application/vnd.api+json"

  @Test(
    arguments: [
      nil, "", "*/*", "application/*", "application/json", "text/html", "text/html, image/*;q=0.1",
      "application/json;q=0", "application/vnd.api+jsonp", "application/vnd.api+json;q=0",
      "application/vnd.api+json;q=0, */*", "application/json, application/vnd.api+json;q=0.9",
      "application/vnd.api+json;q=0.1, */*;q=0.2", "application/vnd.api+json;q=x",
      "application/vnd.api+json;q=0.5, */*;q=0.1, application/json",
      "text/plain;a=\"application/vnd.api+json\"",
    ] as [String?])
  func `a response is plain JSON unless a document is requested`(accept: String?) throws {
    #expect(try Representation(headers(accept)) == .plain)
  }

  @Test(arguments: [
    document, "Application/VND.API+JSON", " \(document) ", "\(document), */*",
    "\(document), application/json", "*/*, \(document)", "application/json;q=0.5,\(document);q=0.5",
    "\(document);profile=\"https://x.test/a;b,c\"", "\(document);ext=\"\"", "\(document) ; q=0.001",
    "\(document);ext=\"https://x.test/e\", \(document)",
    "\(document);charset=utf-8,\(document);q=0.3",
  ])
  func `a response is a document if one is requested`(accept: String) throws {
    #expect(try Representation(headers(accept)) == .document)
  }

  @Test(arguments: [
    "\(document);charset=utf-8", "\(document);version=1, */*",
    "\(document);ext=\"https://x.test/e\"",
    "application/json, \(document);a=b", "\(document);a=b, \(document);ext=x",
  ])
  func `a request for a document with unsupported parameters gets 406`(
    accept: String
  ) async throws {
    let shop = try TestShop()
    let reply = try await shop.send(.get, "/v1/products", headers: headers(accept))
    #expect(reply.status == 406)
    #expect(reply.code == "not_acceptable")
    #expect(reply.headers["Content-Type"] == Self.document)
    #expect(reply.error?.source?.header == "Accept")
  }

  @Test func `all Accept fields are read`() throws {
    var headers: HTTPHeaders = ["Accept": "text/html"]
    headers.add("accept", Self.document)
    #expect(try Representation(headers) == .document)
  }

  private func headers(_ accept: String?) -> HTTPHeaders {
    var headers: HTTPHeaders = [:]
    headers["Accept"] = accept
    return headers
  }
}
