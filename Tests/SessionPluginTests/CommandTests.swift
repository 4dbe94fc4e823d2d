import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

@MainActor
@Suite struct CommandTests {
  @Test(arguments: [
    ("session status", "shop\ttest\tdemo\tsession\t\t2030-01-02T03:04:05Z\n"),
    (
      "session status -o json",
      #"{"api":"shop","environment":"test","user":"demo","scheme":"session","scopes":null,"#
        + #""expires_at":"2030-01-02T03:04:05Z"}"# + "\n"
    ),
  ])
  func `session status shows the shop's answer`(line: String, output: String) async throws {
    let bench = try await SessionBench.signedIn()
    let result = await bench.run(line)
    #expect(result == (0, output, ""))
    #expect(bench.paths == ["POST /v1/session", "GET /v1/session"])
    #expect(
      bench.transport.requests.last?.headers["Authorization"] == "Bearer access-secret-1")
  }

  @Test func `session refresh renews at once and prints the end`() async throws {
    let bench = try await SessionBench.signedIn()
    let result = await bench.run("session refresh")
    #expect(result == (0, "", ""))
    #expect(bench.console.notices.last?.hasPrefix("signed in as demo on test until 20") == true)
    let request = try #require(bench.transport.requests.last)
    #expect(bench.paths == ["POST /v1/session", "POST /v1/session/refresh"])
    #expect(StubShop.fields(request) == ["refresh_token": "refresh-secret-1"])
    #expect(request.headers["Authorization"] == nil)
    #expect(bench.folder.kept()?.contains("access-secret-2") == true)
    #expect(bench.folder.kept()?.contains("secret-1") == false)
  }

  @Test func `signing out ends the session here and at the shop`() async throws {
    let bench = try await SessionBench.signedIn()
    let result = await bench.run("session logout")
    #expect(result == (0, "", ""))
    #expect(bench.paths == ["POST /v1/session", "DELETE /v1/session"])
    #expect(bench.console.notices.last == "signed out")
    #expect(bench.folder.kept() == nil)
    #expect(bench.events.events(of: DataInvalidated.self).count == 2)
    #expect(bench.events.events(of: DataDeleted.self).isEmpty)
  }

  @Test(arguments: ["session status", "session refresh", "session logout"])
  func `without a session, no request is sent and the status is 4`(line: String)
    async throws
  {
    let bench = try SessionBench()
    let result = await bench.run(line)
    #expect(result.status == 4)
    #expect(result.errors.contains("not signed in on test"))
    #expect(result.errors.contains("session login"))
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(arguments: ["session status", "session refresh"])
  func `a session that the shop has ended is forgotten, with status 4`(line: String) async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.endSessions()
    let result = await bench.run(line)
    #expect(result.status == 4)
    #expect(result.errors.contains("test no longer accepts the session"))
    #expect(result.errors.contains("session login"))
    #expect(bench.folder.kept() == nil)
  }

  @Test func `signing out of a session that the shop has ended succeeds`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.endSessions()
    let result = await bench.run("session logout")
    #expect(result == (0, "", ""))
    #expect(bench.folder.kept() == nil)
  }

  @Test func `signing out with an expired access token ends the session`()
    async throws
  {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    let result = await bench.run("session logout")
    #expect(result.status == 0)
    #expect(
      bench.paths.dropFirst() == [
        "DELETE /v1/session", "POST /v1/session/refresh", "DELETE /v1/session",
      ])
    #expect(bench.shop.served.count == 1)
    #expect(bench.folder.kept() == nil)
  }

  @Test(arguments: [(nil, 5), (503, 8), (403, 4)] as [(Int?, Int32)])
  func `signing out without the shop fails, and removes the tokens`(
    answer: Int?, status: Int32
  ) async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.intercept { _ in
      guard let answer else { throw TransportError(.unconnected, reason: "refused") }
      return StubShop.json(answer, "")
    }
    let result = await bench.run("session logout")
    #expect(result.status == status)
    #expect(
      result.errors.contains(
        "signed out here, but the session on test stays valid until it expires"))
    #expect(bench.folder.kept() == nil)
    #expect(bench.events.events(of: DataInvalidated.self).count == 2)
    let again = await bench.run("session status")
    #expect(again.status == 4)
  }

  @Test func `a renewal that cannot be sent keeps the tokens, with status 5`() async throws {
    let bench = try await SessionBench.signedIn()
    let kept = bench.folder.kept()
    bench.shop.intercept { _ in throw TransportError(.cut, reason: "cut") }
    let result = await bench.run("session refresh")
    #expect(result.status == 5)
    #expect(bench.folder.kept() == kept)
  }

  @Test(arguments: [(401, 4), (403, 4), (422, 4), (400, 6), (429, 6), (500, 8)])
  func `only an error about the token ends the session`(
    answer: Int, status: Int32
  ) async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.intercept { _ in StubShop.json(answer, "") }
    let result = await bench.run("session refresh")
    #expect(result.status == status)
    #expect((bench.folder.kept() == nil) == (status == 4))
  }

  @Test(arguments: ["session status", "session refresh", "session logout"])
  func `an invalid session file is named, with advice`(line: String) async throws {
    let bench = try SessionBench()
    try bench.folder.keep(#"{"access_token":"access-secret-0""#)
    let result = await bench.run(line)
    #expect(result.status == 4)
    #expect(result.errors.contains(bench.folder.tokens()))
    #expect(line.hasSuffix("logout") || result.errors.contains("session login"))
    #expect(!result.errors.contains("access-secret-0"))
    #expect((bench.folder.kept() == nil) == line.hasSuffix("logout"))
    try await bench.signIn()
    #expect(await bench.run("session status").status == 0)
  }
}
