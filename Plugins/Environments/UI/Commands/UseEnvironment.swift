import SeashellKit

struct UseEnvironment: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "use",
    abstract: "Choose the environment that requests go to",
    examples: [.init("env use embedded", "chooses the embedded shop")],
    arguments: [.init("NAME", "the environment", completion: "environments")])

  func run(_ invocation: Invocation) async throws {
    try environments.use(invocation.arguments.text("NAME") ?? "")
  }
}
