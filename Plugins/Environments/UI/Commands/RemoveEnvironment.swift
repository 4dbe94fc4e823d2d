import SeashellKit

struct RemoveEnvironment: Command {
  let apis: APIRegistry
  let name = Argument<String>("NAME", "the environment", completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "remove", abstract: "Remove an environment",
      discussion: """
        It is removed from config.json. What is stored of it stays on this machine. The environment \
        that requests go to now cannot be removed.
        """,
      examples: [.init("env remove --help", "explains it; 'env remove qa' removes one")],
      parameters: [name]
    ).confirming("Remove the environment '{NAME}'?")
  }

  func run(_ invocation: Invocation) async throws {
    try await apis.removeEnvironment(invocation[name])
    invocation.report("removed")
  }
}
