import SeashellKit

struct LogOut: Command {
  let state: SessionState
  let console: any Console
  let specification = CommandSpecification(
    "logout",
    abstract: "Sign out of the shop",
    discussion: """
      The tokens are removed in any case. Where the shop cannot be told, the command says so and \
      fails, with 5 where it was not reached. Where nobody is signed in it fails with 4.
      """,
    examples: [.init("session logout", "signs out, here and at the shop")])

  func run(_ invocation: Invocation) async throws {
    try await state.logOut()
    console.notify("signed out")
  }
}
