import SeashellKit
import SeashellTesting
import Testing

@testable import SessionPlugin

/// Two commands at once, as in jobs.
@MainActor
@Suite struct ConcurrencyTests {
  @Test func `a sign-out during a sign-in ends the old session, and the new one stays`()
    async throws
  {
    let bench = try await SessionBench.signedIn()
    let state = bench.harness.context.state { () -> SessionState in preconditionFailure() }
    let target = try state.target(nil)
    let scheme = try #require(try await state.schemes(of: target).first)
    let (begun, held) = (Milestone(), Milestone())
    bench.shop.intercept { request in
      guard request.method == .post else { return nil }
      begun.pass()
      await held.reached(1)
      return nil
    }
    async let signIn = state.logIn(
      by: SignInPlan(scheme), user: "demo", secret: Secret(StubShop.password), to: target,
      showing: SignInDialog(on: bench.console))
    await begun.reached(1)
    #expect(await state.logOut(of: target, keepingData: false).failure == nil)
    #expect(bench.folder.kept() == nil)
    held.pass()
    let session = try await signIn
    #expect(state.sessions == [session])
    #expect(bench.folder.kept()?.contains("access-secret-2") == true)
    #expect(
      bench.events.names.filter { $0.hasPrefix("session.") } == [
        "session.signed.in", "session.signed.out", "session.signed.in",
      ])
    #expect(bench.harness.context.user.current?.name == "demo")
  }
}
