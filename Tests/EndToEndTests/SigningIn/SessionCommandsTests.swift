import Foundation
import TestSupport
import Testing

/// `session status`, `token`, `refresh` and `logout` for an API that was added.
@Suite(.mayBlock) struct SessionCommandsTests {
  @Test func `the status has a row for each sign-in, with its scheme, scopes and end`() throws {
    let user = try SchemesUser()
    try user.signIn(.basic)
    try user.signIn(.password)
    let rows = try user.home.succeed("session", "status", "--all", "-o", "jsonl")
      .split(separator: "\n").filter { $0.contains(#""api":"sc""#) }
    let basic = try #require(rows.first { $0.contains("BasicAuth") })
    #expect(basic.contains(#""environment":"local","user":"ann""#), "\(basic)")
    let password = try #require(rows.first { $0.contains(#""scheme":"Password""#) })
    #expect(password.contains("read") && password.contains("write"), "\(password)")
    #expect(password.contains(/"expires_at":"20\d\d-/), "\(password)")
    #expect(rows.allSatisfy { !$0.contains("password-of-ann") && !$0.contains("access-") })
  }

  @Test(
    "A token is printed as the line of a header",
    arguments: [
      (SignInScheme.header, "X-API-Key: key-of-header"), (.cookie, "Cookie: key=key-of-cookie"),
      (.basic, "Authorization: Basic YW5uOnBhc3N3b3JkLW9mLWFubg=="),
      (.bearer, "Authorization: Bearer token-of-bearer"),
    ])
  func tokens(scheme: SignInScheme, line: String) throws {
    let user = try SchemesUser()
    try user.signIn(scheme)
    #expect(try user.home.succeed("session", "token", "sc") == "\(line)\n")
  }

  @Test func `a token that is printed is one that the server accepts`() throws {
    let user = try SchemesUser()
    try user.signIn(.client)
    let line = try user.home.succeed("session", "token", "sc")
    #expect(line.hasPrefix("Authorization: Bearer access-"), "\(line)")
    try user.home.succeed(
      "--anonymous", "sc", "listJobs", "--header", String(line.dropLast()))
  }

  @Test func `a token of nobody is 4`() throws {
    let user = try SchemesUser()
    let result = try user.home.seashell("session", "token", "sc")
    #expect(result.status == 4 && result.output.isEmpty, "\(result.errors)")
  }

  @Test func `a refresh gets another token, and keeps the session`() throws {
    let user = try SchemesUser()
    try user.signIn(.password)
    let before = try user.home.succeed("session", "token", "sc")
    try user.home.succeed("session", "refresh", "sc")
    let after = try user.home.succeed("session", "token", "sc")
    #expect(before != after && after.hasPrefix("Authorization: Bearer access-"))
    #expect(user.server.tokenRequests("refresh_token").count == 1)
    try user.home.succeed("sc", "listNotes")
  }

  @Test(arguments: SignInScheme.all)
  func `after signing out nothing is sent, and nothing is stored`(scheme: SignInScheme) throws {
    let user = try SchemesUser(for: scheme)
    try user.signIn(scheme)
    try user.home.succeed("sc", scheme.operation)
    try user.home.succeed("session", "logout", "sc")
    #expect(try user.home.secrets(with: [scheme.secret]) == [])
    let before = user.server.requests.count
    let result = try user.home.seashell("sc", scheme.operation)
    #expect(result.status == 4, "\(result.errors)")
    #expect(user.server.requests.dropFirst(before).allSatisfy { $0.credentials.isEmpty })
    if scheme.id == "OpenID" {
      // This server says where tokens are revoked.
      let revocations = user.issuer?.allRequests.filter { $0.path == "/revoke" }
      #expect(revocations?.map(\.status) == [200])
    }
  }
}
