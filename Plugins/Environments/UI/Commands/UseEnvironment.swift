import SeashellHosting
import SeashellKit

struct UseEnvironment: Command {
  let identity: ShellIdentity
  let environments: EnvironmentRegistry
  let name = Argument<String>("NAME", "the environment", completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "use",
      abstract: "Switch to another environment",
      discussion: """
        All requests go there until the shell ends. A shell starts on the environment given by -e \
        NAME, else by the variable \(identity.environmentVariable), else by 'environment' in \
        config.json. With --insecure, production environments are refused.
        """,
      examples: [.init("env use \(environments.current.name)", "sends further requests there")],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    try environments.use(invocation[name])
  }
}
