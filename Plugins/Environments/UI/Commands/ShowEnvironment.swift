import SeashellKit

struct ShowEnvironment: Command {
  let apis: APIRegistry
  let name = Argument<String?>(
    "NAME", "the environment; by default the current one", completion: "environments")
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show an environment",
      discussion: """
        Times are in seconds, limits in bytes. body_limit is empty if each request has its own limit; \
        verified is false if --insecure turns off the check of certificates; headers and query name \
        what is added to each request, and where its value comes from, without the value; auth names the credentials of the configuration; events is the stream that they are shared on. To set them in config.json, use timeouts \
        { connect, firstByte, stall, whole }, limits { header, body, redirects }, \
        certificateAuthorities, clientCertificate, idempotencyKeys, retries, headers, query, auth and events.
        """,
      examples: [
        .init("env show", "shows the current one"),
        .init("env show \(apis.own.environments.current.name)", "shows the one of that name"),
      ],
      parameters: [name], changesData: false, columns: EnvironmentsView.settings)
  }

  func run(_ invocation: Invocation) async throws {
    let (api, environment) =
      try invocation[name].map(apis.environment) ?? (
        apis.current, apis.current.environments.current
      )
    let isCurrent = api === apis.current && environment == api.environments.current
    invocation.observe { _ = apis.current.environments.current }
    try invocation.output.record(
      EnvironmentsView.settings,
      EnvironmentsView.record(environment, isCurrent: isCurrent))
  }
}
