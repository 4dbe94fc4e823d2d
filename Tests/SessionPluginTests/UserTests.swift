import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// The user as other modules see it.
@MainActor
@Suite struct UserTests {
  @Test func `the user is known after signing in, even to another process`() async throws {
    let bench = try SessionBench()
    let user = bench.harness.context.user
    #expect(user.current == nil)
    try await bench.signIn()
    #expect(user.current?.name == "demo")
    #expect(user.current?.environment == "test")
    #expect(try #require(user.current?.expiresAt) > Date())
    let other = try SessionBench(bench.shop, folder: bench.folder, clock: bench.clock)
    #expect(await other.harness.context.user.update()?.name == user.current?.name)
    #expect(other.paths.isEmpty)
    #expect(
      bench.events.names.filter { !$0.hasPrefix("shell.") } == [
        "authorization.changed", "session.signed.in", "api.data.invalidated",
      ])
    let event = try #require(bench.events.events(of: SignedIn.self).first)
    #expect(event == SignedIn(user: "demo", environment: .test, expiresAt: event.expiresAt))
    #expect(event.expiresAt == user.current?.expiresAt)
  }

  @Test func `each environment has its own user`() async throws {
    let bench = try await SessionBench.signedIn()
    let home = bench.client.environment
    bench.client.environment = try APIEnvironment(
      "elsewhere", "https://shop.example", version: "v1")
    #expect(await bench.harness.context.user.update() == nil)
    bench.client.environment = home
    #expect(await bench.harness.context.user.update()?.name == "demo")
  }

  @Test func `signing out is posted before the data is invalidated`() async throws {
    let bench = try await SessionBench.signedIn()
    _ = await bench.run("session logout")
    #expect(bench.harness.context.user.current == nil)
    #expect(
      bench.events.names.filter { !$0.hasPrefix("shell.") }.suffix(2) == [
        "session.signed.out", "api.data.invalidated",
      ])
    #expect(
      bench.events.events(of: SignedOut.self) == [
        SignedOut(
          user: "demo", environment: .test,
          owner: bench.client.environment.owner(account: "demo"))
      ])
    _ = await bench.run("session logout")
    #expect(bench.events.events(of: SignedOut.self).count == 1)
  }

  @Test func `the end of a session by the shop is posted`() async throws {
    let bench = try await SessionBench.signedIn()
    bench.shop.expireAccess()
    bench.shop.intercept { request in
      request.url.path() == "/v1/session/refresh" ? StubShop.json(401, "") : nil
    }
    #expect(try await bench.products() == 401)
    #expect(bench.harness.context.user.current == nil)
    #expect(
      bench.events.events(of: SignedOut.self) == [
        SignedOut(
          user: "demo", environment: .test,
          owner: bench.client.environment.owner(account: "demo"))
      ])
  }

  @Test func `hooks of other modules see neither the password nor the tokens`() async throws {
    let bench = try SessionBench()
    let seen = EventRecorder(bench.harness.bus)
    let subscription = bench.harness.context.intercept(
      request: { [bus = bench.harness.bus] request in
        bus.post(DynamicEvent(eventName: "\(request) \(request.headers)"))
      },
      response: { [bus = bench.harness.bus] response in
        let body = String(decoding: response.data, as: UTF8.self)
        bus.post(
          DynamicEvent(eventName: "\(response) \(response.request.headers) \(body)"))
      })
    try await bench.signIn()
    bench.shop.expireAccess()
    #expect(try await bench.products() == 200)
    _ = await bench.run("session refresh; session status; session logout")
    let names = seen.events(of: DynamicEvent.self).map(\.eventName)
    #expect(names.contains { $0.hasPrefix("GET products") })
    #expect(names.allSatisfy { !$0.contains("secret") && !$0.contains("Authorization") })
    #expect(!names.contains { $0.hasPrefix("POST") })
    withExtendedLifetime(subscription) {}
  }

  @Test func `an unloaded session module knows no user`() async throws {
    let bench = try await SessionBench.signedIn()
    try bench.harness.unload("session")
    #expect(bench.harness.context.user.current == nil)
  }

  @Test func `with a token in the variable the user is known to be signed in, but not by name`()
    async throws
  {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    harness.setToken("abc")
    try harness.load(SessionModule(harness.context))
    // The first digits of the hash of `abc` (FIPS 180-4, example 1).
    #expect(
      await harness.context.user.update()
        == SignedInUser(
          name: nil, environment: "test", expiresAt: nil, account: "token-ba7816bf8f01cfea"))
  }
}
