import SeashellKit

struct ShowEnvironment: Command {
  let environments: EnvironmentRegistry
  let name = Argument<String?>(
    "NAME", "the environment; by default the current one", completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show an environment",
      discussion: """
        Times are in seconds, limits in bytes. body_limit is empty if each request has its own limit; \
        verified is false if --insecure turns off the check of certificates. To set them in \
        config.json, use timeouts { connect, firstByte, stall, whole }, limits { header, body, \
        redirects }, certificateAuthorities, idempotencyKeys and retries.
        """,
      examples: [
        .init("env show", "shows the current one"),
        .init("env show \(environments.current.name)", "shows the one of that name"),
      ],
      parameters: [name], changesData: false, columns: EnvironmentsView.settings)
  }

  func run(_ invocation: Invocation) async throws {
    let environment =
      try invocation[name].map(environments.environment(named:))
      ?? environments.current
    invocation.observe { _ = environments.current }
    try invocation.output.record(
      EnvironmentsView.settings,
      EnvironmentsView.record(environment, isCurrent: environment == environments.current))
  }
}
