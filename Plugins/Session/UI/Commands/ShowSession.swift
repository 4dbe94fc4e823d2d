import SeashellKit

struct ShowSession: Command {
  let state: SessionState
  let specification = CommandSpecification(
    "status",
    abstract: "Show who is signed in",
    discussion: """
      It asks the server, and fails with status 4 if the server has ended the session. expires_at \
      is when the access token expires; it is then renewed automatically.
      """,
    examples: [.init("session status", "shows who is signed in, and until when")],
    changesData: false, sendsRequests: true, columns: SessionView.columns)

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.session }
    try invocation.output.record(SessionView.columns, SessionView.row(try await state.load()))
  }
}
