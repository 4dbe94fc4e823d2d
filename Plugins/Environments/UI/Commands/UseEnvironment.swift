import SeashellHosting
import SeashellKit

struct UseEnvironment: Command {
  let identity: ShellIdentity
  let apis: APIRegistry
  let name = Argument<String>(
    "NAME", "the environment; API:NAME is one of another API, and API alone its chosen one",
    completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "use",
      abstract: "Switch to another environment",
      discussion: """
        Further requests go there until the shell ends, and its API becomes the current one, whose \
        commands need no name before them. Jobs, rules and 'watch' keep the environment with which \
        they began. A shell starts on the environment given by -e NAME, else by the variable \
        \(identity.environmentVariable), else by 'environment' in config.json. With --insecure, \
        production environments are refused.
        """,
      examples: [
        .init("env use \(apis.own.environments.current.name)", "sends further requests there")
      ],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    try apis.use(invocation[name])
  }
}
