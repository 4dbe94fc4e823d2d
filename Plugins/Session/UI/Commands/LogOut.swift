import SeashellKit

struct LogOut: Command {
  let state: SessionState
  let specification = CommandSpecification(
    "logout",
    abstract: "Sign out",
    discussion: """
      The tokens are always removed. If the server does not end the session, the command fails, with \
      status 5 if the server was not reached. If you are not signed in, it fails with status 4.
      """,
    examples: [.init("session logout", "removes the tokens and ends the session")])

  func run(_ invocation: Invocation) async throws {
    try await state.logOut()
    invocation.console.notify("signed out")
  }
}
