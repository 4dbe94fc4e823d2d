import SeashellKit

struct LogIn: Command {
  /// The maximum length of a key on standard input in bytes, including its newline.
  private static let maximumInput = 4_096

  let state: AccountState
  let readsKey = Flag("key-stdin", "read the key from standard input")

  var specification: CommandSpecification {
    CommandSpecification(
      "login", abstract: "Sign in with an API key",
      discussion: """
        On a terminal it asks for the key. In a script, pass --key-stdin, with the key on standard \
        input. The key is stored in a file that only you can read, and is sent to this server only.
        """,
      examples: [.init("account login", "asks for the key, and signs in")],
      // A user may type the key as an argument by mistake.
      parameters: [readsKey]
    ).withSecretWords().sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    try await state.checkSignIn()
    let console = invocation.console
    let text =
      if invocation[readsKey] {
        try await console.readInput(upTo: Self.maximumInput, isSecret: true)
      } else {
        try await console.ask(Question("key", alternative: "--key-stdin", isSecret: true))
      }
    // A single newline at the end does not belong to the key.
    let line = text.last?.isNewline == true ? text.dropLast() : text[...]
    let account = try await state.signIn(with: AccountKey(String(line)))
    console.notify("signed in as \(account.user) on \(account.environment.name)")
  }
}
