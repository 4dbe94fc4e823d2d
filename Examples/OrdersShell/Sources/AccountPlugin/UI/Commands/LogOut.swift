import SeashellKit

struct LogOut: Command {
  let state: AccountState
  let keeps = Flag("keep", "keep what was stored of your data, to read it without a network")

  var specification: CommandSpecification {
    CommandSpecification(
      "logout", abstract: "Remove the API key",
      discussion: """
        What was stored of your data, to read it without a network, is removed too, unless you pass \
        --keep. The server still accepts the key: only its owner's settings there can revoke it.
        """,
      examples: [.init("account logout", "removes the key from this machine")],
      parameters: [keeps])
  }

  func run(_ invocation: Invocation) async throws {
    try await state.signOut(keepingData: invocation[keeps])
    invocation.console.notify("signed out")
  }
}
