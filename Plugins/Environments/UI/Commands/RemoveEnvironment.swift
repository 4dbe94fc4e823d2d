import SeashellKit

struct RemoveEnvironment: Command {
  let apis: APIRegistry
  let name = Argument<String>("NAME", "the environment", completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "remove",
      abstract: "Remove an environment",
      discussion: "It goes from config.json. What is stored of it stays until you sign out there.",
      examples: [.init("env remove --help", "explains it; 'env remove qa' removes one")],
      parameters: [name], confirms: "Remove the environment '{NAME}'?")
  }

  func run(_ invocation: Invocation) async throws {
    try await apis.removeEnvironment(invocation[name])
    invocation.report("removed")
  }
}
