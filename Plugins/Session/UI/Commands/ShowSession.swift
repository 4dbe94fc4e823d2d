import SeashellKit

struct ShowSession: Command {
  let state: SessionState
  let target = SessionTarget.argument()
  let all = Flag(
    "all", "list the environments of all APIs with what is known of them, without asking servers")
  var specification: CommandSpecification {
    CommandSpecification(
      "status", abstract: "Show who is signed in",
      discussion: """
        It asks the current environment's server if that can say who is signed in, and fails with \
        status 4 if no one is, or the server has ended the session. expires_at is when the access token \
        expires; it is then renewed automatically. scheme is session, or the id of a scheme in the \
        API's description, or bearer for a token in a variable, or auth for what config.json says. \
        An environment with several schemes has a row for each.
        """,
      examples: [.init("session status", "shows who is signed in, and until when")],
      parameters: [target, all], changesData: false, columns: SessionView.columns
    ).sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.sessions }
    let output = invocation.output
    let statuses: [SessionStatus]
    if invocation[all] {
      statuses = await state.all()
    } else {
      statuses = try await state.load(
        try invocation.pointing(at: target) { try state.target(invocation[target]) })
      if statuses.count == 1 {
        return try output.record(SessionView.columns, SessionView.row(statuses[0]))
      }
    }
    try output.columns(SessionView.columns)
    for status in statuses { try output.row(SessionView.row(status)) }
  }
}
