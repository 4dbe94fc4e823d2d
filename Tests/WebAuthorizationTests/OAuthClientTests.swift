import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// The requests to a server that issues tokens, and the meaning of its answers.
@Suite struct OAuthClientTests {
  private static let tokens =
    #"{"access_token":"a-1","token_type":"bearer","expires_in":60,"refresh_token":"r-1"}"#
  private static let given = Credential(
    user: "job", secret: Secret("s&1"), origin: "https://api.test:443")

  private static func settings(
    _ flow: OAuthSettings.Flow = .clientCredentials, scopes: [String] = [], issuer: String? = nil
  ) -> OAuthSettings {
    OAuthSettings(
      flow, tokenURL: issuer == nil ? URL(string: "https://auth.test/token") : nil,
      issuer: issuer.flatMap { URL(string: $0) }, scopes: scopes)
  }

  private func client(
    _ settings: OAuthSettings, _ transport: StubTransport, trusted: Set<String>? = nil
  ) throws -> OAuthClient {
    let api = try #require(URL(string: "https://api.test/v1"))
    return OAuthClient(settings, for: api, trusted: trusted) { url in
      try StubClient(
        transport, base: "\(url.scheme ?? "")://\(url.host() ?? "")", version: nil)
    }
  }

  private static func form(_ request: HTTPRequest) -> String {
    String(decoding: request.body?.data ?? FoundationEssentials.Data(), as: UTF8.self)
  }

  @Test func `a client authorizes itself by Basic`() async throws {
    let transport = StubTransport(json: Self.tokens)
    let credential = try await client(Self.settings(scopes: ["read", "write"]), transport)
      .logIn(Self.given)
    let request = try #require(transport.requests.first)
    #expect(Self.form(request) == "grant_type=client_credentials&scope=read%20write")
    // job:s%261, since RFC 6749 form-encodes both parts first.
    #expect(request.headers["Authorization"] == "Basic am9iOnMlMjYx")
    #expect(credential.accessToken?.text == "a-1" && credential.secret == Self.given.secret)
    #expect(credential.scopes == ["read", "write"] && credential.user == "job")
    #expect(credential.tokenURL == "https://auth.test/token")
    #expect(credential.origin == "https://api.test:443")
  }

  @Test func `a server that rejects Basic gets the secret in the body, then and later`()
    async throws
  {
    let transport = StubTransport { request in
      request.headers["Authorization"] == nil
        ? StubTransport.json(200, Self.tokens)
        : StubTransport.json(401, #"{"error":"invalid_client"}"#)
    }
    let oauth = try client(Self.settings(), transport)
    var credential = try await oauth.logIn(Self.given)
    #expect(transport.requests.count == 2)
    credential.refreshToken = nil
    _ = try await oauth.renew(credential, isBackground: false)
    #expect(
      transport.requests.map(Self.form).last
        == "grant_type=client_credentials&client_id=job&client_secret=s%261")
    #expect(transport.requests.count == 3)
  }

  @Test func `a user's password is exchanged for tokens, and not kept`() async throws {
    let transport = StubTransport(json: Self.tokens)
    let credential = try await client(Self.settings(.password), transport).logIn(Self.given)
    #expect(
      transport.requests.map(Self.form) == ["grant_type=password&username=job&password=s%261"])
    #expect(credential.secret == nil && credential.refreshToken?.text == "r-1")
    #expect(credential.user == "job")
  }

  @Test func `a refresh token is exchanged for the next one`() async throws {
    let transport = StubTransport(
      json: #"{"access_token":"a-2","refresh_token":"r-2","scope":"read"}"#)
    var held = Self.given
    (held.secret, held.refreshToken) = (nil, Secret("r-1"))
    let renewed = try await client(Self.settings(.password), transport)
      .renew(held, isBackground: false)
    #expect(
      transport.requests.map(Self.form) == ["grant_type=refresh_token&refresh_token=r-1"])
    #expect(renewed.accessToken?.text == "a-2" && renewed.refreshToken?.text == "r-2")
    #expect(renewed.user == "job" && renewed.scopes == ["read"])
  }

  @Test(arguments: [
    (400, #"{"error":"invalid_grant","error_description":"r-1 was used"}"#, "invalid_grant"),
    (401, #"{"error":"invalid_client"}"#, "invalid_client"),
    (401, "no", "401"), (400, #"{"error":"Bad Words!"}"#, "400"),
  ])
  func `a token server's refusal is reported only by its code`(
    status: Int, body: String, code: String
  ) async throws {
    let transport = StubTransport(status: status, json: body)
    await #expect(throws: AuthorizationError.refused(code: code)) {
      try await client(Self.settings(.password), transport).logIn(Self.given)
    }
  }

  @Test(arguments: [404, 405, 410])
  func `an address that issues no tokens is named with its answer`(status: Int) async throws {
    let transport = StubTransport(status: status, json: #"{"detail":"No such order."}"#)
    await #expect(
      throws: AuthorizationError.unusable("https://auth.test/token answered \(status)")
    ) {
      try await client(Self.settings(), transport).logIn(Self.given)
    }
  }

  @Test(arguments: [
    "{}", "[]", "x", #"{"access_token":""}"#, #"{"access_token":"a b"}"#,
    #"{"access_token":"a","token_type":"mac"}"#, #"{"access_token":"a","refresh_token":"r\n"}"#,
  ])
  func `a response without a usable token is an error`(body: String) async throws {
    let transport = StubTransport(json: body)
    let error = await #expect(throws: AuthorizationError.self) {
      try await client(Self.settings(), transport).logIn(Self.given)
    }
    guard case .unusable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `tokens are not requested at another address than the first`() async throws {
    let transport = StubTransport(json: Self.tokens)
    var held = Self.given
    held.tokenURL = "https://old.test/token"
    await #expect(
      throws: AuthorizationError.movedTokens(
        from: "https://old.test/token", to: "https://auth.test/token")
    ) {
      try await client(Self.settings(), transport).renew(held, isBackground: false)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `no secret is sent to an origin that the user has not approved`() async throws {
    let transport = StubTransport(json: Self.tokens)
    let foreign = AuthorizationError.foreign("https://auth.test")
    let none = try client(Self.settings(), transport, trusted: [])
    #expect(try await none.foreignOrigins() == ["https://auth.test"])
    await #expect(throws: foreign) { try await none.logIn(Self.given) }
    // A secret given for another scheme has no token address.
    await #expect(throws: AuthorizationError.self) {
      try await none.renew(Self.given, isBackground: false)
    }
    var settings = Self.settings(.password)
    settings.refreshURL = URL(string: "https://evil.test/refresh")
    var held = Self.given
    (held.secret, held.refreshToken) = (nil, Secret("r-1"))
    held.tokenURL = "https://auth.test/token"
    await #expect(throws: AuthorizationError.foreign("https://evil.test")) {
      try await client(settings, transport, trusted: []).renew(held, isBackground: false)
    }
    #expect(transport.requests.isEmpty)
    // Tokens are renewed at the address where the user has signed in.
    _ = try await client(Self.settings(.password), transport, trusted: [])
      .renew(held, isBackground: false)
    let agreed = try client(Self.settings(), transport, trusted: ["https://auth.test"])
    #expect(try await agreed.foreignOrigins().isEmpty)
    _ = try await agreed.logIn(Self.given)
    #expect(transport.requests.count == 2)
  }

  @Test func `no secret is sent over http to another machine`() async throws {
    let transport = StubTransport(json: Self.tokens)
    var settings = Self.settings()
    settings.tokenURL = URL(string: "http://auth.test/token")
    await #expect(throws: AuthorizationError.insecure("http://auth.test/token")) {
      try await client(settings, transport).logIn(Self.given)
    }
    #expect(transport.requests.isEmpty)
  }
}

/// The token address from a server's metadata.
@Suite struct AuthorizationServerTests {
  @Test(arguments: [
    (
      "https://auth.test",
      ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
    ),
    (
      "https://auth.test/a/b/",
      [
        "/.well-known/oauth-authorization-server/a/b", "/.well-known/openid-configuration/a/b",
        "/a/b/.well-known/openid-configuration",
      ]
    ),
  ])
  func `an issuer's metadata is searched at each place`(issuer: String, places: [String]) throws {
    let addresses = AuthorizationServer.addresses(of: try #require(URL(string: issuer)))
    #expect(addresses.map { $0.path() } == places)
  }

  @Test func `metadata with the issuer's path behind the well-known name is found`() async throws {
    let transport = StubTransport { request in
      request.url.path() == "/.well-known/openid-configuration/a"
        ? StubTransport.json(
          200, #"{"issuer":"https://auth.test/a","token_endpoint":"https://auth.test/t"}"#)
        : StubTransport.json(404, "{}")
    }
    let server = try await AuthorizationServer.of(
      OAuthSettings(.clientCredentials, issuer: URL(string: "https://auth.test/a")),
      looksForMore: false
    ) { _ in try StubClient(transport, base: "https://auth.test", version: nil) }
    #expect(server.tokenURL.absoluteString == "https://auth.test/t")
    #expect(transport.requests.count == 2)
  }

  private func found(_ metadata: String, issuer: String = "https://auth.test") async throws
    -> AuthorizationServer
  {
    let transport = StubTransport { request in
      request.url.path().hasSuffix("openid-configuration")
        ? StubTransport.json(200, metadata) : StubTransport.json(404, "{}")
    }
    return try await AuthorizationServer.of(
      OAuthSettings(.clientCredentials, issuer: URL(string: issuer)), looksForMore: false
    ) {
      try StubClient(
        transport, base: "\($0.scheme ?? "")://\($0.host() ?? "")", version: nil)
    }
  }

  @Test func `the metadata of the issuer says where tokens are issued and revoked`() async throws {
    let server = try await found(
      #"{"issuer":"https://auth.test/","token_endpoint":"https://t.test/t","#
        + #""revocation_endpoint":"https://t.test/r","#
        + #""token_endpoint_auth_methods_supported":["client_secret_post"]}"#)
    #expect(server.tokenURL.absoluteString == "https://t.test/t")
    #expect(server.revocationURL?.absoluteString == "https://t.test/r")
    #expect(!server.takesBasic)
  }

  @Test(arguments: [
    #"{"issuer":"https://evil.test","token_endpoint":"https://t.test/t"}"#,
    #"{"token_endpoint":"https://t.test/t"}"#,
    #"{"issuer":"https://auth.test"}"#,
    #"{"issuer":"https://auth.test","token_endpoint":"http://t.test/t"}"#,
    #"{"issuer":"https://auth.test","token_endpoint":"https://u@t.test/t"}"#,
  ])
  func `metadata of another issuer, or with an unsafe address, is refused`(metadata: String) async {
    await #expect(throws: AuthorizationError.self) { try await found(metadata) }
  }

  @Test func `an issuer without metadata, or over http, is an error`() async {
    await #expect(throws: AuthorizationError.self) {
      try await found("x", issuer: "https://auth.test")
    }
    await #expect(throws: AuthorizationError.insecure("http://auth.test")) {
      try await found("{}", issuer: "http://auth.test")
    }
  }

  @Test(arguments: [
    ("token", "https://api.test/v1", "https://api.test/v1/token"),
    ("/token", "https://api.test/v1", "https://api.test/token"),
    ("https://auth.test/t", "https://api.test/v1", "https://auth.test/t"),
  ])
  func `a relative address is one of the API's server`(text: String, base: String, whole: String)
    throws
  {
    let settings = OAuthSettings(.password, tokenURL: URL(string: text))
    let resolved = settings.resolved(at: try #require(URL(string: base)))
    #expect(resolved.tokenURL?.absoluteString == whole)
  }
}
