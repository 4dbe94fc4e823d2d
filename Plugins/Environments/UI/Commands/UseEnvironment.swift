import SeashellKit

struct UseEnvironment: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "use",
    abstract: "Choose the environment that requests go to",
    discussion: """
      It holds until the shell ends. What a shell starts on is said by -e NAME, then by the variable \
      SEASHELL_ENV, then by environment in config.json, and is else the embedded shop. With \
      --insecure a production environment is refused.
      """,
    examples: [.init("env use embedded", "chooses the embedded shop")],
    arguments: [.init("NAME", "the environment", completion: "environments")])

  func run(_ invocation: Invocation) async throws {
    try environments.use(invocation.arguments.text("NAME") ?? "")
  }
}
