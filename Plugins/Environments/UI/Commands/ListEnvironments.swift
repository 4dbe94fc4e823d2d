import SeashellKit

struct ListEnvironments: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "list",
    abstract: "List the environments",
    examples: [.init("env list", "lists them, and says which one is chosen")])

  func run(_ invocation: Invocation) async throws {
    try invocation.output.columns(EnvironmentsView.columns)
    for environment in environments.all {
      try invocation.output.row(
        EnvironmentsView.row(environment, isCurrent: environment == environments.current))
    }
  }
}
