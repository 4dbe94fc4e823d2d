import SeashellKit

struct ShowEnvironment: Command {
  let environments: EnvironmentRegistry
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show an environment",
      discussion: """
        Times are in seconds, limits in bytes. body_limit is empty if each request has its own limit; \
        verified is false if --insecure turns off the check of certificates. To set them in \
        config.json, use timeouts { connect, firstByte, stall, whole }, limits { header, body, \
        redirects } and certificateAuthorities.
        """,
      examples: [
        .init("env show", "shows the current one"),
        .init("env show \(environments.current.name)", "shows the one of that name"),
      ],
      arguments: [
        .init(
          "NAME", "the environment; by default the current one", isRequired: false,
          completion: "environments")
      ])
  }

  func run(_ invocation: Invocation) async throws {
    let environment =
      try invocation.arguments.text("NAME").map(environments.environment(named:))
      ?? environments.current
    try invocation.output.record(
      EnvironmentsView.settings,
      EnvironmentsView.record(environment, isCurrent: environment == environments.current))
  }
}
