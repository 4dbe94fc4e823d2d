import SeashellKit

struct ShowToken: Command {
  let state: SessionState
  let target = SessionTarget.argument()
  var specification: CommandSpecification {
    CommandSpecification(
      "token", abstract: "Show what authorizes requests, as a header field",
      discussion: """
        It prints your secret, for another program that sends requests: \
        curl -H "$(seashell session token)" https://…. A key in the query is NAME=VALUE. Nothing else \
        shows a secret.
        """,
      examples: [
        .init("session token --help", "explains it; 'session token wh' prints what is sent to wh")
      ],
      parameters: [target], changesData: false
    ).sendingRequests()
  }

  func run(_ invocation: Invocation) async throws {
    let target = try invocation.pointing(at: self.target) {
      try state.target(invocation[self.target])
    }
    for field in try await state.fields(of: target) { try invocation.output.text(field) }
  }
}
