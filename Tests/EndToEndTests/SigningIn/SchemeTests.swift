import Foundation
import TestSupport
import Testing

/// From adding an API to a signed-in request, in scripts.
@Suite(.mayBlock) struct SchemeTests {
  @Test(arguments: SignInScheme.all)
  func `a script signs in with each scheme, and its requests are accepted`(scheme: SignInScheme)
    throws
  {
    let user = try SchemesUser(for: scheme)
    let login = try user.logIn(scheme)
    #expect(login.status == 0, "\(login.errors)")
    let who = scheme.user.map { " as \($0)" } ?? ""
    #expect(
      login.errors.contains("signed in to sc:local\(who) with \(scheme.id)"), "\(login.errors)")
    #expect(!login.errors.contains(scheme.secret) && login.output.isEmpty)
    let answer = try user.home.succeed("sc", scheme.operation, "-o", "jsonl")
    #expect(answer.contains(#""schemes":["\#(scheme.id)"]"#), "\(answer)")
    let requests = user.server.requests.filter { $0.method == "GET" }
    let last = try #require(requests.last)
    #expect(scheme.isSent(last) && last.credentials.count == 1, "\(last)")
  }

  @Test func `a script without a choice among schemes gets their ids`() throws {
    let user = try SchemesUser(hasIssuer: true)
    let result = try user.home.seashell(
      "session", "login", "sc", "--password-env", "SECRET", environment: ["SECRET": "s"])
    #expect(result.status == 2, "\(result.errors)")
    for scheme in SignInScheme.all {
      #expect(result.errors.contains(scheme.id), "\(result.errors)")
    }
    let unknown = try user.home.seashell(
      "session", "login", "sc", "--scheme", "BasicAuht", "--user", "ann", "--password-env",
      "SECRET", environment: ["SECRET": "s"])
    #expect(unknown.status == 2, "\(unknown.errors)")
    #expect(unknown.errors.contains("BasicAuth"), "\(unknown.errors)")
    #expect(user.server.requests.isEmpty)
  }

  @Test func `a secret can come from standard input`() throws {
    let user = try SchemesUser()
    for scheme in [SignInScheme.header, .basic, .password, .client] {
      let words = ["session", "login", "sc", "--scheme", scheme.id, "--password-stdin"]
      try user.home.succeed(
        words + (scheme.user.map { ["--user", $0] } ?? []), input: "\(scheme.secret)\n")
      try user.home.succeed("sc", scheme.operation)
    }
  }

  @Test func `an unset variable is named at sign-in, and nothing is sent`() throws {
    let user = try SchemesUser()
    let result = try user.home.seashell(
      "session", "login", "sc", "--scheme", "HeaderKey", "--password-env", "SC_MISSING")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("SC_MISSING"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(user.server.requests.isEmpty)
  }
}
