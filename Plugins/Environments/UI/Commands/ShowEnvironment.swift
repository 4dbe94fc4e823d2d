import SeashellKit

struct ShowEnvironment: Command {
  let environments: EnvironmentRegistry
  let specification = CommandSpecification(
    "show",
    abstract: "Show an environment",
    discussion: """
      Times are in seconds and limits in bytes. body_limit is empty where each request has its own, \
      verified false where --insecure keeps servers from proving who they are. A configuration sets \
      them as timeouts { connect, firstByte, stall, whole }, limits { header, body, redirects } and \
      certificateAuthorities.
      """,
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
      EnvironmentsView.settings,
      EnvironmentsView.record(environment, isCurrent: environment == environments.current))
  }
}
