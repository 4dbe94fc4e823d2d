import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// What servers say of themselves, and for which server a token is.
struct ProtectedResourceTests {
  @Test(arguments: [
    (#"Bearer realm="x", resource_metadata="https://a.test/m", scope="r w""#, "https://a.test/m"),
    (#"Basic realm="a, Bearer b=\"c\"", bearer Resource_Metadata=m"#, "m"),
    (#"Bearer resource_metadata="a\"b", resource_metadata=c"#, "a\"b"),
    ("Negotiate abc==", nil), ("Bearer", nil), ("Bearer resource_metadata=\"x", "x"), ("", nil),
    (#"Digest resource_metadata="x""#, nil), ("Bearer ,,= resource_metadata=x", nil),
  ])
  func `a challenge is read`(value: String, metadata: String?) {
    #expect(BearerChallenge(value)?.fields["resource_metadata"] == metadata)
  }

  @Test(arguments: [
    ("https://a.test/mcp", true), ("https://a.test/mcp/", true), ("https://a.test", true),
    ("https://A.test:443/mcp", true), ("https://a.test/mc", false), ("https://a.test/mcp/x", false),
    ("http://a.test/mcp", false), ("https://b.test/mcp", false), ("https://a.test/mcp?x", false),
    ("a.test/mcp", false), ("", false), ("https://a.test@b.test/mcp", false),
  ])
  func `a name is that of the server, or of a folder above it`(name: String, isRight: Bool) {
    #expect(OAuthClient.covers(name, "https://a.test/mcp") == isRight)
  }

  private static let address = URL(string: "https://a.test/mcp")

  @Test(arguments: [
    (#"{"resource":"https://a.test/other","authorization_servers":["https://a.test"]}"#, "another"),
    (#"{"authorization_servers":["https://a.test"]}"#, "another"),
    (#"{"resource":"https://a.test/mcp"}"#, "who issues"),
    (#"{"resource":"https://a.test/mcp","authorization_servers":[]}"#, "who issues"),
  ])
  func `metadata that cannot be used is an error that says why`(json: String, reason: String) throws
  {
    let address = try #require(Self.address)
    let error = #expect(throws: AuthorizationError.self) {
      try ProtectedResource(JSONValue(json: json), of: address, scopes: nil)
    }
    guard case .metadata(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
  }

  @Test(arguments: [
    (#"Bearer error="insufficient_scope", scope="r w""#, ["r", "w"]),
    ("Bearer error=insufficient_scope", []), (#"Bearer error="invalid_token", scope="r""#, nil),
    (#"Digest error="insufficient_scope", scope="r""#, nil),
  ])
  func `the scopes of a refused request are read`(value: String, scopes: [String]?) {
    #expect(ProtectedResource.neededScopes(in: ["Basic", value]) == scopes)
  }

  @Test(arguments: [
    (
      nil, ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"], 0
    ),
    ("https://a.test/meta", ["/meta"], 0), ("https://b.test/meta", ["/meta"], 1),
  ])
  func `metadata is looked for where the challenge says, and another origin is asked about`(
    place: String?, paths: [String], questions: Int
  ) async throws {
    let transport = StubTransport { request in
      HTTPResponse(
        status: request.url.path() == "/meta" ? 503 : 404, headers: [:], body: .empty)
    }
    let address = try #require(Self.address)
    let challenge = place.map { [#"Bearer resource_metadata="\#($0)""#] } ?? ["Basic"]
    var asked = 0
    let found = try await ProtectedResource.find(
      address, challenge: challenge, agrees: { _ in asked += 1 }
    ) { url in try StubClient(transport, base: "\(Origin(url))", version: nil) }
    #expect(found == nil && asked == questions)
    #expect(transport.requests.map { $0.url.path() } == paths)
    guard questions > 0 else { return }
    await #expect(throws: CancellationError.self) {
      try await ProtectedResource.find(
        address, challenge: challenge, agrees: { _ in throw CancellationError() }
      ) { url in try StubClient(transport, base: "\(Origin(url))", version: nil) }
    }
    #expect(transport.requests.count == paths.count)
  }

  @Test(arguments: [
    ("/other", nil), ("https://A.test:443/other", nil), ("https://c.test/other", "https://c.test"),
    ("https://a.test:8443/other", "https://a.test:8443"), ("http://a.test/other", "not encrypted"),
    ("/.well-known/oauth-protected-resource/mcp", "too often"),
  ])
  func `metadata's redirect is followed on the same origin only`(
    target: String, reason: String?
  ) async throws {
    let start = "/.well-known/oauth-protected-resource"
    let transport = StubTransport { request in
      switch request.url.path() {
      case "/other":
        StubTransport.json(
          200, #"{"resource":"https://a.test/mcp","authorization_servers":["https://a.test"]}"#)
      case "\(start)/mcp":
        HTTPResponse(status: 302, headers: ["Location": target], body: .empty)
      default: HTTPResponse(status: 404, headers: [:], body: .empty)
      }
    }
    let address = try #require(Self.address)
    func find() async throws -> ProtectedResource? {
      try await ProtectedResource.find(address, challenge: [], agrees: { _ in }) { url in
        try StubClient(transport, base: "\(Origin(url))", version: nil)
      }
    }
    if let reason {
      let error = await #expect(throws: AuthorizationError.self) { try await find() }
      #expect("\(String(describing: error))".contains(reason))
      #expect(!transport.requests.contains { $0.url.path() == "/other" })
      // Another address may have it.
      #expect(transport.requests.last?.url.path() == start)
    } else {
      #expect(try await find()?.name == "https://a.test/mcp")
    }
  }

  @Test func `an issuer without encryption is refused`() throws {
    let address = try #require(Self.address)
    #expect(throws: AuthorizationError.insecure("http://b.test")) {
      try ProtectedResource(
        JSONValue(
          json: #"{"resource":"https://a.test","authorization_servers":["http://b.test"]}"#),
        of: address, scopes: nil)
    }
  }
}
