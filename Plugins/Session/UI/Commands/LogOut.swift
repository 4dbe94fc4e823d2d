import SeashellKit

struct LogOut: Command {
  let state: SessionState
  let target = SessionTarget.argument()
  let keeps = Flag("keep", "keep what was stored of your data, to read it without a network")
  var specification: CommandSpecification {
    CommandSpecification(
      "logout", abstract: "Sign out",
      discussion: """
        What you have signed in with is always removed, and so is what was stored of your data to read \
        it without a network, unless you pass --keep. Tokens are revoked where the server offers it. \
        Writes that wait in the queue stay there until you sign in again. If the server does not end the \
        session, the command fails, with status 5 if the server was not reached. If you are not signed in, \
        it fails with status 4.
        """,
      examples: [.init("session logout", "removes the tokens and ends the session")],
      parameters: [target, keeps]
    ).sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    let console = invocation.console
    let target = try invocation.pointing(at: self.target) {
      try state.target(invocation[self.target])
    }
    let result = await state.logOut(of: target, keepingData: invocation[keeps])
    if result.waiting > 0 {
      console.notify(SessionView.waiting(result.waiting, of: result.user ?? "this account"))
    }
    if let failure = result.failure { throw failure }
    console.notify(SessionView.signedOut(result.staysValid))
  }
}
