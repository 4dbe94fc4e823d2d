import SeashellKit

struct ShowEnvironment: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "show",
    abstract: "Show an environment",
    examples: [
      .init("env show", "shows the one that is chosen"),
      .init("env show embedded", "shows the embedded shop"),
    ],
    arguments: [
      .init(
        "NAME", "the environment; the one that is chosen where left out", isRequired: false,
        completion: "environments")
    ])

  func run(_ invocation: Invocation) async throws {
    let environment =
      try invocation.arguments.text("NAME").map(environments.environment(named:))
      ?? environments.current
    try invocation.output.record(
      EnvironmentsView.columns,
      EnvironmentsView.row(environment, isCurrent: environment == environments.current))
  }
}
