import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Synchronization
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// Users who sign in at the server: the requests, and the answers that are not accepted.
@Suite struct UserSignInTests {
  private static let redirect = "http://127.0.0.1:1/callback"
  private static let tokens = #"{"access_token":"a-1","refresh_token":"r-1"}"#

  private static func server(issuer: String? = nil, namesIssuer: Bool = false) throws
    -> AuthorizationServer
  {
    var settings = OAuthSettings(
      .authorizationCode, tokenURL: URL(string: "https://auth.test/token"))
    settings.authorizationURL = URL(string: "https://auth.test/authorize?tenant=1#x")
    var metadata = try AuthorizationServer(
      JSONValue(
        json: #"{"issuer":"https://auth.test","token_endpoint":"https://auth.test/token"}"#),
      of: try #require(URL(string: "https://auth.test")))
    metadata.authorizationURL = settings.authorizationURL
    (metadata.issuer, metadata.namesIssuer) = (issuer, namesIssuer)
    return metadata
  }

  private static func state(of request: AuthorizationRequest) -> String {
    let text = request.url.absoluteString
    return text.firstMatch(of: /state=([^&]+)/).map { String($0.1) } ?? ""
  }

  @Test func `the address has a challenge, and not the verifier`() throws {
    let request = try AuthorizationRequest(
      at: Self.server(), client: "a b", scopes: ["read", "write"], redirect: Self.redirect,
      state: SignInState())
    let text = request.url.absoluteString
    #expect(
      text.hasPrefix(
        "https://auth.test/authorize?tenant=1&response_type=code&client_id=a%20b&redirect_uri="
          + "http%3A%2F%2F127.0.0.1%3A1%2Fcallback&state="))
    #expect(text.hasSuffix("&code_challenge_method=S256&scope=read%20write"))
    #expect(request.verifier.utf8.count == 43 && !text.contains(request.verifier))
    #expect(Self.state(of: request).utf8.count == 43)
  }

  @Test(arguments: [
    ("state=S&code=c", nil, false, "c"), ("state=S&code=c%2B+d&x=1", nil, false, "c+ d"),
    ("code=c&state=S&iss=https%3A%2F%2Fauth.test", "https://auth.test", true, "c"),
    ("code=c&state=S&iss=https://auth.test/other", nil, false, "c"),
    ("code=c&state=S#_=_", nil, false, "c"),
  ])
  func `the code is in the address`(
    query: String, issuer: String?, namesIssuer: Bool, code: String
  ) throws {
    let request = try AuthorizationRequest(
      at: Self.server(issuer: issuer, namesIssuer: namesIssuer), client: "c", scopes: [],
      redirect: Self.redirect, state: SignInState())
    let text = query.replacing("state=S", with: "state=\(Self.state(of: request))")
    #expect(try request.code(in: "\(Self.redirect)?\(text)") == code)
    #expect(try request.code(typed: " \(Self.redirect)?\(text)\n") == code)
    #expect(try request.code(typed: "code-1.2/3 ") == "code-1.2/3")
  }

  @Test(arguments: [
    ("", "neither a code"), ("y", "neither a code"), ("session login", "no spaces"),
    ("code-1 code-2", "no spaces"), ("127.0.0.1:1/callback?code=c&state=S", "neither a code"),
    ("code=c&state=S", "neither a code"), ("größer-als", "neither a code"),
    ("https://auth.test/authorize?client_id=c", "it leads to https://auth.test, and not to"),
    ("http://", "it leads to no server"), ("http://127.0.0.1:1/callback", "it has no code"),
    ("http://127.0.0.1:1/callback?code=c&state=x", "'state' is missing, or is that of another"),
  ])
  func `what is typed is checked before it is sent`(text: String, reason: String) throws {
    let request = try AuthorizationRequest(
      at: Self.server(), client: "c", scopes: [], redirect: Self.redirect, state: SignInState())
    let error = #expect(throws: AuthorizationError.self) { try request.code(typed: text) }
    guard case .wrongRedirect(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
  }

  @Test(arguments: [
    ("?code=c", "'state'"), ("?code=c&state=", "'state'"), ("?code=c&state=Sx", "'state'"),
    ("?code=c&state=x", "'state'"), ("?error=access_denied&state=x", "'state'"),
    ("?state=S", "'iss' is missing"), ("?state=S&code=c", "'iss' is missing"),
    ("?state=S&code=c&iss=https://auth.test/", "'iss' names another"),
    ("?state=S&code=c&iss=https://evil.test", "'iss' names another"),
    ("?state=S&iss=https://auth.test", "no code"),
    ("?state=S&iss=https://auth.test&code=", "no code"),
    ("?state=S&code=c&code=d", "twice"), ("?state=S&code=%zz", "malformed"),
    ("x?state=S&code=c", "leads to http://127.0.0.1:1,"),
  ])
  func `an answer that does not belong to the sign-in is an error that says why`(
    query: String, reason: String
  ) throws {
    let request = try AuthorizationRequest(
      at: Self.server(issuer: "https://auth.test", namesIssuer: true), client: "c", scopes: [],
      redirect: Self.redirect, state: SignInState())
    let text = query.replacing("state=S", with: "state=\(Self.state(of: request))")
    let error = #expect(throws: AuthorizationError.self) {
      try request.code(typed: Self.redirect + text)
    }
    guard case .wrongRedirect(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
    let other = #expect(throws: AuthorizationError.self) {
      try request.code(typed: "https://evil.test/callback?code=c")
    }
    #expect(
      other == .wrongRedirect("it leads to https://evil.test, and not to \(Self.redirect)"))
  }

  @Test(arguments: [
    ("access_denied", "access_denied"), ("server_error", "server_error"), ("Bad one", "unknown"),
  ])
  func `a server's refusal is reported only by its code`(sent: String, code: String) throws {
    let request = try AuthorizationRequest(
      at: Self.server(), client: "c", scopes: [], redirect: Self.redirect, state: SignInState())
    #expect(throws: AuthorizationError.denied(code: code)) {
      try request.code(
        in: "\(Self.redirect)?state=\(Self.state(of: request))&error=\(sent)&code=c")
    }
  }

  @Test(arguments: [[], ["plain"], ["plain", "s256"]])
  func `a server without S256 is not used`(methods: [String]) throws {
    var server = try Self.server()
    server.challengeMethods = methods
    #expect(throws: AuthorizationError.self) {
      try AuthorizationRequest(
        at: server, client: "c", scopes: [], redirect: Self.redirect, state: SignInState())
    }
  }

  private static func dialog(_ seen: (@Sendable (DeviceCode) -> Void)? = nil) -> SignInDialog {
    SignInDialog(showAddress: { try $1("code-0-1") }, showCode: { seen?($0) })
  }

  private static func client(
    _ flow: OAuthSettings.Flow, _ transport: StubTransport, _ more: String = ""
  ) throws -> OAuthClient {
    var settings = OAuthSettings(
      flow, tokenURL: URL(string: "https://auth.test/token"), scopes: ["read"])
    settings.authorizationURL = URL(string: "https://auth.test/authorize\(more)")
    settings.deviceURL = URL(string: "https://auth.test/device")
    let api = try #require(URL(string: "https://auth.test/v1"))
    return OAuthClient(settings, for: api) { url in
      try StubClient(transport, base: "https://auth.test", version: nil)
    }
  }

  private static let given = Credential(user: "app", origin: "https://auth.test:443")

  private static func form(_ request: HTTPRequest) -> String {
    String(decoding: request.body?.data ?? FoundationEssentials.Data(), as: UTF8.self)
  }

  @Test func `a code is exchanged for tokens, which are renewed where they were issued`()
    async throws
  {
    let transport = StubTransport(json: Self.tokens)
    let client = try Self.client(.authorizationCode, transport)
    let credential = try await client.signIn(
      Self.given, showing: Self.dialog(), clock: ManualClock())
    let form = try #require(transport.requests.map(Self.form).first)
    #expect(
      form.contains(
        /^grant_type=authorization_code&code=code-0-1&redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A\d+%2Fcallback&code_verifier=[\w-]{43}&client_id=app$/
      ), "\(form)")
    #expect(credential.clientID == "app" && credential.user == nil && credential.secret == nil)
    #expect(credential.account?.hasPrefix("token-") == true)
    let renewed = try await client.renew(credential, isBackground: false)
    #expect(
      transport.requests.map(Self.form).last
        == "grant_type=refresh_token&refresh_token=r-1&client_id=app")
    #expect(renewed.account == credential.account && renewed.asked == credential.asked)
    let moved = try Self.client(.authorizationCode, transport, "/new")
    await #expect(throws: AuthorizationError.changed) {
      try await moved.renew(credential, isBackground: false)
    }
  }

  @Test func `a code that was used already is told as such`() async throws {
    let transport = StubTransport(status: 400, json: #"{"error":"invalid_grant"}"#)
    await #expect(throws: AuthorizationError.denied(code: "invalid_grant")) {
      try await Self.client(.authorizationCode, transport)
        .signIn(Self.given, showing: Self.dialog(), clock: ManualClock())
    }
  }

  @Test(arguments: [
    (#"{"iss":"https://auth.test","aud":"app","sub":"u-1","email":"ann@x.test"}"#, "u-1"),
    (#"{"iss":"https://auth.test","aud":["app","b"],"sub":"u-1"}"#, "u-1"),
    (#"{"iss":"https://auth.test","aud":"other","sub":"u-1"}"#, nil), ("x", nil),
  ])
  func `an ID token for this client names the account`(claims: String, subject: String?)
    async throws
  {
    let part = FoundationEssentials.Data(claims.utf8).base64EncodedString()
      .filter { $0 != "=" }.replacing("+", with: "-").replacing("/", with: "_")
    let transport = StubTransport(json: #"{"access_token":"a","id_token":"e30.\#(part).s"}"#)
    let credential = try await Self.client(.authorizationCode, transport)
      .signIn(Self.given, showing: Self.dialog(), clock: ManualClock())
    #expect(credential.account == subject ?? Credential.account(of: Secret("a")))
  }

  @Test func `a device waits as long as the server says`() async throws {
    let answers = Mutex([
      #"{"error":"authorization_pending"}"#, #"{"error":"slow_down"}"#, "lost", Self.tokens,
    ])
    let transport = StubTransport { request in
      if request.url.path().hasSuffix("device") {
        return StubTransport.json(
          200,
          #"{"device_code":"d-1","user_code":"AB-CD","verification_uri":"https://auth.test/d","#
            + #""expires_in":600,"interval":2}"#)
      }
      let answer = answers.withLock { $0.removeFirst() }
      if answer == "lost" { throw TransportError(.unconnected, reason: "late") }
      return StubTransport.json(answer == Self.tokens ? 200 : 400, answer)
    }
    let clock = ManualClock()
    let shown = Mutex<String?>(nil)
    let client = try Self.client(.device, transport)
    let signIn = Task {
      try await client.signIn(
        Self.given, showing: Self.dialog { code in shown.withLock { $0 = code.userCode } },
        clock: clock)
    }
    for (index, seconds) in [2, 2, 7, 14].enumerated() {
      await clock.sleepers(1)
      #expect(transport.requests.count == index + 1)
      clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(transport.requests.count == index + 1)
      clock.advance(by: .milliseconds(1))
    }
    let credential = try await signIn.value
    #expect(credential.accessToken?.text == "a-1" && shown.withLock { $0 } == "AB-CD")
    #expect(Self.form(transport.requests[0]) == "scope=read&client_id=app")
    #expect(
      Self.form(transport.requests[1])
        == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d-1"
        + "&client_id=app")
  }

  @Test(arguments: [
    "{}", #"{"device_code":"d","user_code":"u","expires_in":9}"#,
    #"{"device_code":"d","user_code":"","verification_uri":"https://a.test","expires_in":9}"#,
    #"{"device_code":"d","user_code":"u","verification_uri":"http://a.test","expires_in":9}"#,
    #"{"device_code":"d","user_code":"u","verification_uri":"https://a.test","expires_in":0}"#,
  ])
  func `a device's code without a safe address is an error`(body: String) async throws {
    let transport = StubTransport(json: body)
    await #expect(throws: AuthorizationError.self) {
      try await Self.client(.device, transport)
        .signIn(Self.given, showing: Self.dialog(), clock: ManualClock())
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: ["access_denied", "expired_token"])
  func `a device's refusal ends the wait`(code: String) async throws {
    let transport = StubTransport { request in
      request.url.path().hasSuffix("device")
        ? StubTransport.json(
          200,
          #"{"device_code":"d","user_code":"u","verification_uri":"https://a.test","expires_in":9}"#
        )
        : StubTransport.json(400, #"{"error":"\#(code)"}"#)
    }
    let clock = ManualClock()
    let client = try Self.client(.device, transport)
    let signIn = Task {
      try await client.signIn(Self.given, showing: Self.dialog(), clock: clock)
    }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    await #expect(throws: AuthorizationError.denied(code: code)) { try await signIn.value }
  }
}
