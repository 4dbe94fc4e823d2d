import SeashellKit

struct LogInToModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added remote module", completion: "modules.added")
  let client = Option<String?>(
    "client-id", value: "ID", "the client that is registered at the server", length: 1...1_000)
  let scopes = Option<[String]>(
    "scope", value: "SCOPE", "ask for this scope too, if a command was refused for it",
    length: 1...1_000)
  var specification: CommandSpecification {
    CommandSpecification(
      "login", abstract: "Sign in to a remote module, with a browser or a code",
      discussion: """
        The module's server says where, by OAuth 2.1. Where no browser can be opened, as over ssh, you enter a \
        code in any browser, if the server offers that. A client is registered there for the sign-in, unless \
        you pass --client-id, which is kept for the next time. If the server has you sign in at another one, \
        you are asked first. The tokens are kept in a file that only you can read, are sent to the module's \
        server only, and are renewed when it refuses them. A command that is refused at a terminal offers to \
        sign in, too.
        """,
      examples: [.init("modules login clock", "signs in to the remote module clock")],
      parameters: [name, client, scopes]
    ).sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    try await control.signIn(
      record.name, client: invocation[client], adding: invocation[scopes], invocation.console)
    invocation.report("signed in to '\(record.name)'")
  }
}

struct LogOutOfModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added remote module", completion: "modules.added")
  var specification: CommandSpecification {
    CommandSpecification(
      "logout", abstract: "Sign out of a remote module",
      discussion: """
        The tokens are removed, and revoked where the server offers it. If you are not signed in, the \
        status is 4.
        """,
      examples: [.init("modules logout clock", "removes the tokens of the module clock")],
      parameters: [name]
    ).sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    invocation.report(
      try await control.signOut(record.name)
        ? "signed out of '\(record.name)'"
        : "signed out here; the tokens stay valid until they expire, since the server does not say how to"
          + " revoke them")
  }
}
