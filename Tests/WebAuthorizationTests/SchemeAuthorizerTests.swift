import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// The credentials that each scheme adds to a request.
@Suite struct SchemeAuthorizerTests {
  private static let credential = Credential(
    user: "ann", secret: Secret("s-1 &"), origin: "https://api.test:443")

  private func sent(
    _ authorizer: any SchemeAuthorizer, headers: HTTPHeaders = [:], query: APIQuery = [:]
  ) async throws -> HTTPRequest {
    let transport = StubTransport(json: "{}")
    let client = try StubClient(
      transport, base: "https://api.test", version: nil, authorizer: authorizer)
    var request = APIRequest(path: "items", query: query)
    request.headers = headers
    let response = try await request.response(on: client)
    // The address that is shown must not contain the key.
    #expect(response.request.url?.query()?.contains("s-1") != true)
    return try #require(transport.requests.first)
  }

  @Test func `each security scheme puts the credential in its place`() async throws {
    let source: CredentialSource = { Self.credential }
    let header = try await sent(APIKeyAuthorizer("X-API-Key", in: .header, source: source))
    #expect(header.headers["X-API-Key"] == "s-1 &")
    let query = try await sent(APIKeyAuthorizer("api_key", in: .query, source: source))
    #expect(query.url.absoluteString == "https://api.test/items?api_key=s-1%20%26")
    let cookie = try await sent(APIKeyAuthorizer("key", in: .cookie, source: source))
    #expect(cookie.headers["Cookie"] == "key=s-1 &")
    let basic = try await sent(BasicAuthorizer(source: source))
    #expect(basic.headers["Authorization"] == "Basic YW5uOnMtMSAm")
    let bearer = try await sent(BearerAuthorizer(source: source))
    #expect(bearer.headers["Authorization"] == "Bearer s-1 &")
    let none = try await sent(NoAuthorizer())
    #expect(none.headers["Authorization"] == nil && none.url.query() == nil)
  }

  @Test func `a request's own credential is sent instead of the scheme's`() async throws {
    let source: CredentialSource = { Self.credential }
    let header = try await sent(
      APIKeyAuthorizer("X-Key", in: .header, source: source), headers: ["x-key": "own"])
    #expect(header.headers["X-Key"] == "own")
    let query = try await sent(
      APIKeyAuthorizer("api_key", in: .query, source: source), query: ["api_key": "own", "a": 1])
    #expect(query.url.query() == "api_key=own&a=1")
    let basic = try await sent(BasicAuthorizer(source: source), headers: ["Authorization": "own"])
    #expect(basic.headers["Authorization"] == "own")
    let cookie = try await sent(
      APIKeyAuthorizer("key", in: .cookie, source: source), headers: ["Cookie": "a=1"])
    #expect(cookie.headers["Cookie"] == "a=1; key=s-1 &")
  }

  @Test func `a server that echoes the request does not reveal a password`() async throws {
    let credential = Credential(
      user: "ann", secret: Secret("sekrit-pw+99"), origin: "https://api.test:443")
    let source: CredentialSource = { credential }
    for authorizer in [
      BasicAuthorizer(source: source), APIKeyAuthorizer("k", in: .cookie, source: source),
      APIKeyAuthorizer("X-Key", in: .header, source: source),
      APIKeyAuthorizer("k", in: .query, source: source), BearerAuthorizer(source: source),
    ] as [any SchemeAuthorizer] {
      let transport = StubTransport(
        status: 422, json: #"{"message":"sekrit-pw+99 and sekrit-pw%2b99 are too old"}"#)
      let client = try StubClient(
        transport, base: "https://api.test", version: nil, authorizer: authorizer)
      let error = await #expect(throws: APIError.self) {
        try await APIRequest(path: "items").response(on: client).verify()
      }
      #expect(error?.detail == "… and … are too old", "\(authorizer)")
    }
  }

  @Test func `a scheme without a credential adds nothing`() async throws {
    let source: CredentialSource = { nil }
    for authorizer in [
      APIKeyAuthorizer("k", in: .header, source: source),
      APIKeyAuthorizer("k", in: .query, source: source), BasicAuthorizer(source: source),
      BearerAuthorizer(source: source),
    ] as [any SchemeAuthorizer] {
      let request = try await sent(authorizer)
      #expect(request.headers["Authorization"] == nil && request.headers["k"] == nil)
      #expect(request.url.query() == nil)
    }
  }

  @Test(
    arguments: [
      ("X-API-Key", .header, true), ("host", .header, false), ("Content-Length", .header, false),
      ("X Key", .header, false), ("k\r\nHost", .header, false), ("", .header, false),
      ("key", .cookie, true), ("k; a=b", .cookie, false), ("k=", .cookie, false),
      ("api key", .query, true), ("", .query, false),
    ] as [(String, SecurityScheme.KeyPlace, Bool)])
  func `a key is sent only under a name that can be sent`(
    name: String, place: SecurityScheme.KeyPlace, canBeSent: Bool
  ) {
    #expect(APIKeyAuthorizer.canSend(name, in: place) == canBeSent)
  }
}
