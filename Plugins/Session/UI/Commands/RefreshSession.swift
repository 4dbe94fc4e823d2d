import SeashellKit

struct RefreshSession: Command {
  let state: SessionState
  let specification = CommandSpecification(
    "refresh",
    abstract: "Exchange the tokens for new ones",
    discussion: "You seldom need it: an expired access token is renewed automatically.",
    examples: [.init("session refresh", "renews the session now")],
    sendsRequests: true)

  func run(_ invocation: Invocation) async throws {
    invocation.console.notify(SessionView.renewed(try await state.refresh()))
  }
}
