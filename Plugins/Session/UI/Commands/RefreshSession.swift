import SeashellKit

struct RefreshSession: Command {
  let state: SessionState
  let target = SessionTarget.argument()
  var specification: CommandSpecification {
    CommandSpecification(
      "refresh", abstract: "Exchange the tokens for new ones",
      discussion: "You seldom need it: an expired access token is renewed automatically.",
      examples: [.init("session refresh", "renews the session now")],
      parameters: [target]
    ).sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    let target = try invocation.pointing(at: self.target) {
      try state.target(invocation[self.target])
    }
    for session in try await state.refresh(target) {
      invocation.console.notify(SessionView.renewed(session))
    }
  }
}
