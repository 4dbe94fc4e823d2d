import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A session", .mayBlock)
struct SessionRouteTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  private func status(of token: String) async throws -> Int {
    try await shop.send(.get, "/v1/session", token: token).status
  }

  @Test func `a session begins with a user and password`() async throws {
    let reply = try await shop.post("/v1/session", #"{"user":"demo","password":"demo"}"#)
    #expect(reply.status == 201)
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(reply.headers["Event-Id"] == nil)
    let grant: Grant = try reply.decoded()
    #expect(grant.expires_in == 3_600)
    #expect(grant.user == "demo")
    #expect(grant.expires_at == "2026-01-01T01:00:00Z")
    #expect(grant.access_token.utf8.count == 43)
    #expect(grant.access_token != grant.refresh_token)
  }

  @Test func `a session begins with a form, too`() async throws {
    let reply = try await shop.send(
      .post, "/v1/session", headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "user=demo&password=d%65mo")
    #expect(reply.status == 201)
  }

  @Test(arguments: [
    ("demo", "Demo"), ("demo", ""), ("demo", "demo "), ("demo", "demo\\u0000"), ("Demo", "demo"),
    ("nobody", "demo"), ("", ""), ("demo' OR '1'='1", "demo"),
    ("demo", String(repeating: "x", count: 5_000)),
  ])
  func `a wrong user or password begins no session`(user: String, password: String) async throws {
    let reply = try await shop.post(
      "/v1/session", #"{"user":"\#(user)","password":"\#(password)"}"#)
    #expect(reply.status == 401)
    #expect(reply.code == "invalid_credentials")
    #expect(reply.headers["WWW-Authenticate"] == "Bearer")
  }

  @Test(arguments: [
    #"{}"#, #"{"user":"demo"}"#, #"{"password":"demo"}"#, #"{"user":1,"password":"demo"}"#,
    #"{"user":null,"password":"demo"}"#, #"{"user":["demo"],"password":"demo"}"#,
    #"{"user":"\ud800","password":"demo"}"#,
  ])
  func `a session needs both user and password`(body: String) async throws {
    #expect(try await shop.post("/v1/session", body).status == 422)
  }

  @Test func `a session has its user and its end`() async throws {
    let grant = try await shop.logIn()
    let reply = try await shop.send(.get, "/v1/session", token: grant.access_token)
    #expect(reply.status == 200)
    #expect(reply.text == #"{"user":"demo","expires_at":"2026-01-01T01:00:00Z"}"#)
  }

  @Test(arguments: [
    nil, "", "Bearer", "Bearer ", "Bearer x", "Basic ZGVtbzpkZW1v", "Bearer a b", "Bearer \u{0}",
  ])
  func `a request for the session requires a valid token`(authorization: String?) async throws {
    var headers: HTTPHeaders = [:]
    headers["Authorization"] = authorization
    for method in [HTTPMethod.get, .delete] {
      let reply = try await shop.send(method, "/v1/session", headers: headers)
      #expect(reply.status == 401)
      #expect(reply.error?.title == "Unauthorized")
    }
  }

  @Test func `a session accepts any spelling of Bearer, but no refresh token`() async throws {
    let grant = try await shop.logIn()
    let reply = try await shop.send(
      .get, "/v1/session", headers: ["authorization": "bEARER \(grant.access_token)"])
    #expect(reply.status == 200)
    #expect(try await status(of: grant.refresh_token) == 401)
    #expect(try await shop.refresh(grant.access_token).status == 401)
  }

  @Test func `a session ends an hour after its last token`() async throws {
    let grant = try await shop.logIn()
    shop.time.advance(by: 3_599)
    #expect(try await status(of: grant.access_token) == 200)
    shop.time.advance(by: 1)
    #expect(try await status(of: grant.access_token) == 401)
  }

  @Test func `a session ends at sign-out, with its refresh token`() async throws {
    let (grant, other) = (try await shop.logIn(), try await shop.logIn())
    let reply = try await shop.send(.delete, "/v1/session", token: grant.access_token)
    #expect(reply.status == 204)
    #expect(reply.body.isEmpty)
    #expect(try await status(of: grant.access_token) == 401)
    #expect(try await shop.refresh(grant.refresh_token).status == 401)
    #expect(try await status(of: other.access_token) == 200)
  }

  @Test func `a session leaves no token and no password in the file`() async throws {
    let grant = try await shop.logIn()
    let bytes = try Data(contentsOf: URL(filePath: shop.path))
    for secret in [grant.access_token, grant.refresh_token] {
      #expect(bytes.firstRange(of: Data(secret.utf8)) == nil)
    }
    let hash = try shop.inspect("SELECT password_hash FROM accounts") { $0.text(0) }
    #expect(hash?.hasPrefix("$y$j9T$") == true)
  }

  @Test func `an expired session leaves nothing behind`() async throws {
    let grant = try await shop.logIn()
    _ = try await shop.refresh(grant.refresh_token)
    shop.time.advance(by: SessionStore.refreshLife)
    _ = try await shop.logIn()
    for (table, count) in [("sessions", 1), ("access_tokens", 1), ("refresh_tokens", 1)] {
      #expect(try shop.inspect("SELECT count(*) FROM \(table)") { $0.integer(0) } == count)
    }
  }
}
