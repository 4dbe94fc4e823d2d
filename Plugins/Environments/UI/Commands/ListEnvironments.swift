import SeashellHosting
import SeashellKit

struct ListEnvironments: Command {
  let identity: ShellIdentity
  let apis: APIRegistry
  var specification: CommandSpecification {
    CommandSpecification(
      "list",
      abstract: "List the environments",
      discussion: """
        An environment is a server of an API that requests can go to. API:NAME is one of another API than \
        the shell's own. 'env add' adds one to $XDG_CONFIG_HOME/\(identity.name)/config.json, a JSON5 file: \
        { environment: 'qa', environments: { qa: { baseURL: 'https://api.qa.example.com', \
        version: 'v1', format: 'plain', keys: 'snake', production: false } } }. 'help configuration' \
        explains all fields.\(embedded)
        """,
      examples: [.init("env list", "lists them, and marks the current one")], changesData: false,
      columns: EnvironmentsView.columns)
  }

  private var embedded: String {
    apis.own.environments.all.contains(where: \.isEmbedded)
      ? " embedded runs inside this program, has no address, and cannot be changed." : ""
  }

  func run(_ invocation: Invocation) async throws {
    let current = apis.current
    invocation.observe { _ = apis.current.environments.current }
    try invocation.output.columns(EnvironmentsView.columns)
    for api in apis.all {
      for environment in api.environments.all {
        try invocation.output.row(
          EnvironmentsView.row(
            environment, named: apis.choosableName(of: environment, in: api),
            isCurrent: api === current && environment == api.environments.current))
      }
    }
  }
}
