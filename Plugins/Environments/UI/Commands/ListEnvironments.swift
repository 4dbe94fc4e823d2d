import SeashellKit

struct ListEnvironments: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "list",
    abstract: "List the environments",
    discussion: """
      Two environments are built in: embedded, the shop inside this program, which has no address, \
      and dev, the shop that 'serve' serves on port 8080. Define others in \
      $XDG_CONFIG_HOME/seashell/config.json, a JSON5 file: \
      { environment: 'qa', environments: { qa: { baseURL: 'https://api.qa.myshopping.com', \
      version: 'v1', format: 'plain', keys: 'snake', production: false } } }. 'env show --help' \
      explains the other settings.
      """,
    examples: [.init("env list", "lists them, and marks the current one")])

  func run(_ invocation: Invocation) async throws {
    try invocation.output.columns(EnvironmentsView.columns)
    for environment in environments.all {
      try invocation.output.row(
        EnvironmentsView.row(environment, isCurrent: environment == environments.current))
    }
  }
}
