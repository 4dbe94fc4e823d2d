import SeashellKit

struct EditEnvironment: Command {
  let apis: APIRegistry
  let name = Argument<String>("NAME", "the environment", completion: "environments")
  let url = Option<String?>("url", value: "URL", "the base address of its API")
  let version = Option<String?>(
    "version", value: "VERSION", "the version that precedes every path; '' for none")
  let isProduction = Option<Truth?>("production", "whether real customers use it")
  var specification: CommandSpecification {
    CommandSpecification(
      "edit",
      abstract: "Change an environment",
      discussion: """
        The options that are given are written into config.json; its comments and all other fields \
        stay. If requests go to the environment now, further ones go to its new address; jobs and \
        rules that run keep the old one.
        """,
      examples: [
        .init("env edit --help", "explains it; 'env edit qa --production true' marks one")
      ],
      parameters: [name, url, version, isProduction])
  }

  func run(_ invocation: Invocation) async throws {
    var fields = JSONObject()
    if let url = invocation[url] { fields["baseURL"] = .string(url) }
    if let version = invocation[version] {
      fields["version"] = version.isEmpty ? .null : .string(version)
    }
    if let isProduction = invocation[isProduction] {
      fields["production"] = .bool(isProduction == .true)
    }
    guard !fields.isEmpty else {
      throw ShellError(.usage, "no option says what to change", hint: "help env edit")
    }
    try await apis.changeEnvironment(invocation[name], fields)
    invocation.report("changed")
  }
}

enum Truth: String, CaseIterable, ParameterValue {
  case `true`, `false`
}
