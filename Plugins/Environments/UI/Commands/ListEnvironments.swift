import SeashellKit

struct ListEnvironments: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "list",
    abstract: "List the environments",
    discussion: """
      Built in are embedded, the shop in this program, which has no address, and dev, what 'serve' serves on port 8080. \
      Others are described in $XDG_CONFIG_HOME/seashell/config.json, a file in JSON5: \
      { environment: 'qa', environments: { qa: { baseURL: 'https://api.qa.myshopping.com', \
      version: 'v1', format: 'plain', keys: 'snake', production: false } } }. 'env show' has the \
      other settings.
      """,
    examples: [.init("env list", "lists them, and says which one is chosen")])

  func run(_ invocation: Invocation) async throws {
    try invocation.output.columns(EnvironmentsView.columns)
    for environment in environments.all {
      try invocation.output.row(
        EnvironmentsView.row(environment, isCurrent: environment == environments.current))
    }
  }
}
