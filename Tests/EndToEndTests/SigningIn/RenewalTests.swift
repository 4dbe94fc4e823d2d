import Foundation
import TestSupport
import Testing

/// Tokens that expire while their session goes on.
@Suite(.mayBlock) struct RenewalTests {
  private static let schemes: [SignInScheme] = [.password, .client]

  @Test(arguments: schemes)
  func `an expired token is renewed, and the request carried out once`(
    scheme: SignInScheme
  ) throws {
    let user = try SchemesUser()
    try user.signIn(scheme)
    try user.server.control("expire")
    let (operation, path) =
      scheme.id == "Password" ? ("addNote", "/notes") : ("addJob", "/jobs")
    let result = try user.home.seashell("sc", operation)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("access-") && !result.errors.contains("refresh-"))
    let writes = user.requests(path).map(\.status)
    #expect(writes == [401, 201], "\(writes)")
    let renewals = user.server.tokenRequests(
      scheme.id == "Password" ? "refresh_token" : "client_credentials")
    #expect(renewals.count == (scheme.id == "Password" ? 1 : 2))
    // The new token is stored.
    try user.home.succeed("sc", operation)
    #expect(user.requests(path).map(\.status) == [401, 201, 201])
  }

  @Test(arguments: schemes)
  func `a token known to be expired is renewed before it is sent`(scheme: SignInScheme) throws {
    let user = try SchemesUser()
    try user.server.control("lifetime", seconds: 1)
    try user.signIn(scheme)
    try user.server.control("lifetime", seconds: 3_600)
    try user.server.control("expire")
    try user.home.succeed("sc", scheme.operation)
    try user.home.succeed("sc", scheme.operation)
    #expect(user.server.allRequests.filter { $0.path == "/token" }.count == 2)
  }

  @Test(arguments: schemes, [-3_600, 3_600])
  func `a server whose clock is an hour off ends no session`(scheme: SignInScheme, shift: Int)
    throws
  {
    let user = try SchemesUser()
    try user.server.control("lifetime", seconds: 7_200)
    try user.server.control("clock", seconds: shift)
    try user.signIn(scheme)
    for _ in 1...2 { try user.home.succeed("sc", scheme.operation) }
    // The clock is corrected during the session, whose tokens are valid for an hour at least.
    try user.server.control("clock", seconds: 0)
    try user.home.succeed("sc", scheme.operation)
    #expect(user.server.allRequests.filter { $0.path == "/token" }.count == 1)
    #expect(user.server.allRequests.allSatisfy { $0.status != 401 })
  }

  @Test(arguments: schemes)
  func `a token without a known end is used until it is refused`(
    scheme: SignInScheme
  ) throws {
    let user = try SchemesUser()
    try user.server.ask("POST", "/-/lifetime", body: #"{"seconds":null}"#)
    try user.signIn(scheme)
    for _ in 1...2 { try user.home.succeed("sc", scheme.operation) }
    #expect(user.server.allRequests.filter { $0.path == "/token" }.count == 1)
    try user.server.control("expire")
    try user.home.succeed("sc", scheme.operation)
    #expect(user.server.allRequests.filter { $0.path == "/token" }.count == 2)
  }

  @Test func `a session that the server has ended is status 4`() throws {
    let user = try SchemesUser()
    try user.signIn(.password)
    try user.server.control("revoke")
    let result = try user.home.seashell("sc", "listNotes")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("session login"), "\(result.errors)")
    #expect(user.server.tokenRequests("refresh_token").count == 1)
  }

  @Test func `a refresh token used elsewhere ends the session with an error`()
    throws
  {
    let user = try SchemesUser()
    try user.signIn(.password)
    try user.server.control("expire")
    try user.home.succeed("sc", "listNotes")
    let used = try #require(user.server.tokenRequests("refresh_token").last?.form?["refresh_token"])
    // The server treats the second use as a theft.
    #expect(throws: Sandbox.Failure.self) {
      try user.server.ask(
        "POST", "/token", body: "grant_type=refresh_token&refresh_token=\(used)",
        type: "application/x-www-form-urlencoded")
    }
    let result = try user.home.seashell("sc", "addNote")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("session login"), "\(result.errors)")
    #expect(user.requests("/notes").allSatisfy { $0.method == "GET" || $0.status == 401 })
    try user.signIn(.password)
    try user.home.succeed("sc", "addNote")
  }
}
