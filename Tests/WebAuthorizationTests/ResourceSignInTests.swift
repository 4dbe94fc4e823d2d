import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Synchronization
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// Users who sign in to a server that says itself who issues its tokens: the requests, and the tokens.
@Suite struct ResourceSignInTests {
  private static let tokens = #"{"access_token":"a-1","refresh_token":"r-1"}"#

  private static func dialog() -> SignInDialog {
    SignInDialog(showAddress: { try $1("code-0-1") }, showCode: { _ in })
  }

  private static func form(_ request: HTTPRequest) -> String {
    String(decoding: request.body?.data ?? FoundationEssentials.Data(), as: UTF8.self)
  }

  private static func resourceClient(_ transport: StubTransport) throws -> OAuthClient {
    var settings = OAuthSettings(
      .authorizationCode, issuer: URL(string: "https://auth.test"), scopes: ["read"])
    (settings.resource, settings.registeredName) = ("https://api.test/mcp", "shell")
    let api = try #require(URL(string: "https://api.test/mcp"))
    return OAuthClient(settings, for: api, trusted: ["https://auth.test"]) { url in
      try StubClient(transport, base: "https://auth.test", version: nil)
    }
  }

  /// Answers as an issuer that registers clients, and issues the given tokens.
  private static func issuer(
    _ tokens: String, registration: Int = 201, challengeMethods: String? = #"["S256"]"#
  ) -> StubTransport {
    StubTransport { request in
      switch request.url.path() {
      case "/register":
        StubTransport.json(registration, #"{"client_id":"c-1","error":"invalid_redirect_uri"}"#)
      case "/device":
        StubTransport.json(
          200,
          #"{"device_code":"d","user_code":"u","verification_uri":"https://a.test","expires_in":9}"#
        )
      case "/token": StubTransport.json(200, tokens)
      case "/revoke":
        StubTransport.json(
          form(request).contains("client_secret=") ? 200 : 400, #"{"error":"invalid_request"}"#)
      default:
        StubTransport.json(
          200,
          #"{"issuer":"https://auth.test","authorization_endpoint":"https://auth.test/authorize","#
            + #""device_authorization_endpoint":"https://auth.test/device","#
            + #""token_endpoint":"https://auth.test/token","revocation_endpoint":"#
            + #""https://auth.test/revoke","registration_endpoint":"https://auth.test/register""#
            + (challengeMethods.map { #","code_challenge_methods_supported":\#($0)"# } ?? "") + "}")
      }
    }
  }

  @Test func `a client is registered for a sign-in, and tokens are requested for the server`()
    async throws
  {
    let transport = Self.issuer(Self.tokens)
    let credential = try await Self.resourceClient(transport).signIn(
      Credential(origin: "https://api.test:443"), showing: Self.dialog(), clock: ManualClock())
    #expect(credential.clientID == "c-1" && credential.resource == "https://api.test/mcp")
    let registration = try #require(transport.requests.first { $0.url.path() == "/register" })
    let body = try JSONValue(json: registration.body?.data ?? FoundationEssentials.Data())
    #expect(body["token_endpoint_auth_method"] == "none" && body["application_type"] == "native")
    #expect(body["scope"] == "read")
    let tokens = ResourceTokens(for: try #require(URL(string: "https://api.test/mcp"))) { _ in
      try StubClient(transport, base: "https://auth.test", version: nil)
    }
    let renewed = try await tokens.renew(credential, isBackground: false)
    #expect(renewed.clientID == "c-1" && renewed.asked == credential.asked)
    for request in transport.requests where request.url.path() == "/token" {
      #expect(Self.form(request).contains("&resource=https%3A%2F%2Fapi.test%2Fmcp&client_id=c-1"))
    }
    #expect(try await tokens.revoke(renewed))
  }

  @Test func `a client that is not registered is an error`() async throws {
    let transport = Self.issuer(Self.tokens, registration: 400)
    await #expect(
      throws: AuthorizationError.metadata(
        "https://auth.test does not register a client: invalid_redirect_uri")
    ) {
      try await Self.resourceClient(transport).signIn(
        Credential(origin: "https://api.test:443"), showing: Self.dialog(), clock: ManualClock())
    }
  }

  @Test(arguments: [
    (#""https://api.test/mcp""#, nil, true), (#"["x","https://api.test"]"#, nil, true),
    (nil, "https://api.test/mcp", true), (nil, nil, true), ("[]", nil, true),
    (#""https://b.test/mcp""#, nil, false), (#"["https://api.test/other"]"#, nil, false),
    ("7", nil, false), (nil, "https://b.test", false),
    (#""notes""#, nil, true), (#"["api://notes","account"]"#, nil, true),
    (#"["notes","https://b.test/mcp"]"#, nil, true), (#""HTTPS://b.test""#, nil, false),
    (#""https://api.test/mcp""#, "https://b.test", false),
  ])
  func `tokens for another server are refused`(
    audience: String?, resource: String?, isRight: Bool
  ) async throws {
    let claims = audience.map { #"{"aud":\#($0)}"# } ?? "{}"
    let part = FoundationEssentials.Data(claims.utf8).base64EncodedString()
      .filter { $0 != "=" }.replacing("+", with: "-").replacing("/", with: "_")
    let more = resource.map { #","resource":"\#($0)""# } ?? ""
    let transport = Self.issuer(#"{"access_token":"e30.\#(part).s"\#(more)}"#)
    let client = try Self.resourceClient(transport)
    let credential = try? await client.signIn(
      Credential(origin: "https://api.test:443"), showing: Self.dialog(), clock: ManualClock())
    #expect((credential != nil) == isRight)
  }

  @Test(arguments: [
    (nil, false), ("[]", false), (#"["plain"]"#, false), (#""S256""#, false),
    (#"["plain","S256"]"#, true),
  ])
  func `a server that does not name S256 is refused before anything is sent to it`(
    methods: String?, isRight: Bool
  ) async throws {
    let transport = Self.issuer(Self.tokens, challengeMethods: methods)
    var client = try Self.resourceClient(transport)
    if isRight {
      _ = try await client.prepared(hasSecret: false, mayAsk: true)
    } else {
      let refusal = AuthorizationError.metadata(
        "https://auth.test does not say that it supports PKCE (S256), which signing in to modules"
          + " requires")
      for flow in [OAuthSettings.Flow.authorizationCode, .device] {
        client.settings.flows = [flow]
        let chosen = client
        await #expect(throws: refusal) {
          try await chosen.prepared(hasSecret: false, mayAsk: true)
        }
      }
    }
    #expect(transport.requests.allSatisfy { $0.url.path().hasPrefix("/.well-known/") })
    // Users of an API sign in there as before, unless the server names other ways only.
    client.settings.resource = nil
    _ = try await client.prepared(hasSecret: false, mayAsk: true)
  }

  @Test(arguments: [OAuthSettings.Flow.authorizationCode, .device])
  func `one sign-in fetches the metadata once`(flow: OAuthSettings.Flow) async throws {
    let transport = Self.issuer(Self.tokens)
    var client = try Self.resourceClient(transport)
    client.settings.flows = flow == .device ? [.device] : []
    client = try await client.prepared(hasSecret: false, mayAsk: true)
    #expect(try await client.foreignOrigins().isEmpty)
    #expect(try await client.registersClients())
    let clock = ManualClock()
    let signIn = Task { [client] in
      try await client.signIn(
        Credential(origin: "https://api.test:443"), showing: Self.dialog(), clock: clock)
    }
    if client.settings.flows == [.device] {
      await clock.sleepers(1)
      clock.advance(by: .seconds(5))
    }
    #expect(try await signIn.value.clientID == "c-1")
    let paths = transport.requests.map { $0.url.path() }
    #expect(paths.filter { $0.hasPrefix("/.well-known/") }.count == 1, "\(paths)")
    guard flow == .device else { return }
    #expect(paths.suffix(3) == ["/register", "/device", "/token"])
    #expect(
      transport.requests.first { $0.url.path() == "/device" }.map(Self.form)
        == "scope=read&resource=https%3A%2F%2Fapi.test%2Fmcp&client_id=c-1")
    let registration = try #require(transport.requests.first { $0.url.path() == "/register" })
    let body = try JSONValue(json: registration.body?.data ?? FoundationEssentials.Data())
    #expect(body["grant_types"] == [.string(OAuthClient.deviceGrant), "refresh_token"])
    #expect(body["redirect_uris"] == nil)
  }

  @Test(
    arguments: ["/register", "/token", "/device", "/revoke"],
    ["https://auth.test", "https://c.test"])
  func `an endpoint's redirect is not followed`(path: String, target: String) async throws {
    let moved = Mutex(false)
    let issuer = Self.issuer(Self.tokens)
    let transport = StubTransport { request in
      guard request.url.path() == path, moved.withLock({ $0 }) else {
        return try await issuer.send(request)
      }
      return HTTPResponse(
        status: 307, headers: ["Location": "\(target)/elsewhere"], body: .empty)
    }
    var client = try Self.resourceClient(transport)
    client.settings.flows = path == "/device" ? [.device] : [.authorizationCode]
    let given = Credential(origin: "https://api.test:443")
    if path == "/revoke" {
      let held = try await client.signIn(given, showing: Self.dialog(), clock: ManualClock())
      moved.withLock { $0 = true }
      await #expect(throws: APIError.self) { try await client.revoke(held) }
    } else {
      moved.withLock { $0 = true }
      await #expect(throws: APIError.self) {
        try await client.signIn(given, showing: Self.dialog(), clock: ManualClock())
      }
    }
    #expect(transport.requests.filter { $0.url.path() == path }.count == 1)
    #expect(!transport.requests.contains { $0.url.path() == "/elsewhere" })
  }
}
