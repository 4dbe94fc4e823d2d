import SeashellKit

struct ShowAccount: Command {
  let state: AccountState
  let specification = CommandSpecification(
    "status", abstract: "Show who is signed in",
    discussion: "It asks the server, and fails with status 4 if the server refuses the key.",
    examples: [.init("account status", "shows whose the key is")],
    changesData: false, columns: AccountView().columns
  ).sendingRequests()

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.account }
    try invocation.output.record(await state.load(), as: AccountView())
  }
}
