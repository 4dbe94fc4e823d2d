import SeashellKit

struct UseEnvironment: Command {
  let environments: EnvironmentRegistry
  let name = Argument<String>("NAME", "the environment", completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "use",
      abstract: "Switch to another environment",
      discussion: """
        All requests go there until the shell ends. A shell starts on the environment given by -e \
        NAME, else by the variable SEASHELL_ENV, else by 'environment' in config.json, and else on the \
        embedded shop. With --insecure, production environments are refused.
        """,
      examples: [.init("env use embedded", "switches to the embedded shop")],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    try environments.use(invocation[name])
  }
}
