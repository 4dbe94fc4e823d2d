import Foundation
import TestSupport
import Testing

/// `session status`, `token`, `refresh` and `logout` for an API that was added.
@Suite(.mayBlock) struct SessionCommandsTests {
  @Test func `session status has a row for each sign-in`() throws {
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

  @Test func `the server accepts a printed token`() throws {
    let user = try SchemesUser()
    try user.signIn(.client)
    let line = try user.home.succeed("session", "token", "sc")
    #expect(line.hasPrefix("Authorization: Bearer access-"), "\(line)")
    try user.home.succeed(
      "--anonymous", "sc", "listJobs", "--header", String(line.dropLast()))
  }

  @Test func `session token without a session is status 4`() throws {
    let user = try SchemesUser()
    let result = try user.home.seashell("session", "token", "sc")
    #expect(result.status == 4 && result.output.isEmpty, "\(result.errors)")
  }

  @Test func `session refresh gets another token, and keeps the session`() throws {
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
  func `after signing out no credential is sent or stored`(scheme: SignInScheme) throws {
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
      // This server has an endpoint to revoke tokens.
      let revocations = user.issuer?.allRequests.filter { $0.path == "/revoke" }
      #expect(revocations?.map(\.status) == [200])
    }
  }

  @Test func `a refresh renews the tokens of every scheme`() throws {
    let user = try SchemesUser()
    try user.signIn(.password, .client)
    let before = try user.home.succeed("session", "token", "sc").split(separator: "\n")
    let result = try user.home.seashell("session", "refresh", "sc")
    #expect(result.status == 0 && result.errors.split(separator: "\n").count == 2, "\(result)")
    let after = try user.home.succeed("session", "token", "sc").split(separator: "\n")
    #expect(before.count == 2 && Set(before).isDisjoint(with: after))
  }

  @Test func `a logout removes a damaged file of a bearer token without a warning`()
    throws
  {
    let user = try SchemesUser()
    try user.signIn(.bearer)
    let file = try #require(try user.credentialFiles().first)
    try user.home.file("state/seashell/tokens/\(file)", "{")
    let result = try user.home.seashell("session", "logout", "sc")
    #expect(result.status == 0 && result.errors == "signed out\n", "\(result)")
    #expect(try user.credentialFiles() == [])
  }

  @Test func `an invalid variable name, maybe a password, is not shown`() throws {
    let user = try SchemesUser()
    let result = try user.home.seashell(
      "session", "login", "sc", "--scheme", "HeaderKey", "--password-env", "key-of-header")
    #expect(result.status == 2 && !result.errors.contains("key-of-header"), "\(result.errors)")
  }

  @Test func `a login warns if a variable replaces the session`() throws {
    let home = try Sandbox()
    try home.configure(
      "{ apis: { wh: { environments: { x: { baseURL: 'http://127.0.0.1:1' } } } } }\n")
    let result = try home.seashell(
      "session", "login", "wh", environment: ["SEASHELL_TOKEN_WH": "t"])
    #expect(result.errors.contains("SEASHELL_TOKEN_WH is set, and replaces the session"))
  }

  @Test func `a second scheme removes the stored data of the former account`() throws {
    let user = try SchemesUser()
    let folder = user.home.home.appending(path: "state/seashell/offline/sc%3alocal").path
    func stored() -> [String] {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.filter { $0.hasSuffix(".db") && $0 != "-.db" }
    }
    try user.signIn(.header)
    try user.home.succeed("sc", "readHeader")
    let first = stored()
    try user.signIn(.basic)
    try user.home.succeed("sc", "readHeader")
    #expect(Set(stored()).isDisjoint(with: first))
    try user.home.succeed("session", "logout", "sc")
    #expect(stored() == [])
  }

  @Test func `removing an API removes the stored credentials of its users`() throws {
    let user = try SchemesUser()
    try user.signIn(.bearer, .password)
    #expect(try user.credentialFiles().count == 2)
    try user.home.succeed("api", "remove", "sc", "--yes")
    #expect(try user.credentialFiles() == [])
  }

  @Test func `programs do not inherit the variable with a password`() throws {
    let user = try SchemesUser()
    let result = try user.home.seashell(
      "-c", "session login sc --scheme HeaderKey --password-env SC_KEY; ! env; sc readHeader",
      environment: ["SC_KEY": "key-of-header"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.contains("SC_KEY") && !result.output.contains("key-of-header"))
  }

  @Test func `a token variable that could be for two APIs is an error`() throws {
    let user = try SchemesUser()
    let address = user.server.address
    try user.home.configure(
      """
      { apis: {
        'a-b': { environments: { x: { baseURL: '\(address)' } } },
        a_b: { environments: { x: { baseURL: '\(address)' } } },
        c: { environments: { x: { baseURL: '\(address)' } } } } }
      """)
    for name in ["a-b", "a_b"] {
      let result = try user.home.seashell(
        "-e", "\(name):x", "api", "get", "/bearer", environment: ["SEASHELL_TOKEN_A_B": "t"])
      #expect(result.status == 2, "\(result.errors)")
      #expect(result.errors.contains("SEASHELL_TOKEN_A_B could be for"), "\(result.errors)")
    }
    let other = try user.home.seashell(
      "-e", "c:x", "api", "get", "/bearer",
      environment: ["SEASHELL_TOKEN_A_B": "t", "SEASHELL_TOKEN_C": "token-of-bearer"])
    #expect(other.status == 0, "\(other.errors)")
  }
}

extension SchemesUser {
  /// The names of the files with stored credentials.
  fileprivate func credentialFiles() throws -> [String] {
    let folder = home.home.appending(path: "state/seashell/tokens").path
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }
  }
}
