import SeashellKit

struct RefreshSession: Command {
  let state: SessionState
  let console: any Console
  let specification = CommandSpecification(
    "refresh",
    abstract: "Exchange the tokens for new ones",
    discussion: "There is no need to: an access token that has ended is renewed by itself.",
    examples: [.init("session refresh", "renews the session now")])

  func run(_ invocation: Invocation) async throws {
    console.notify(SessionView.renewed(try await state.refresh()))
  }
}
