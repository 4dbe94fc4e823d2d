import SeashellKit

struct ShowSession: Command {
  let state: SessionState
  let all = Flag(
    "all", "list the environments of all APIs with what is known of them, without asking servers")
  var specification: CommandSpecification {
    CommandSpecification(
      "status",
      abstract: "Show who is signed in",
      discussion: """
        It asks the current environment's server, and fails with status 4 if no one is signed in there, or \
        the server has ended the session. expires_at \
        is when the access token expires; it is then renewed automatically. scheme is session, or bearer for a \
        token that was given for an added API.
        """,
      examples: [.init("session status", "shows who is signed in, and until when")],
      parameters: [all], changesData: false, sendsRequests: true, columns: SessionView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.session }
    if invocation[all] {
      try invocation.output.columns(SessionView.columns)
      for status in await state.all() { try invocation.output.row(SessionView.row(status)) }
      return
    }
    try invocation.output.record(SessionView.columns, SessionView.row(try await state.load()))
  }
}
