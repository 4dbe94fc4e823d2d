import SeashellKit

struct AddEnvironment: Command {
  let apis: APIRegistry
  let name = Argument<String>("NAME", "the environment's name; API:NAME of another API")
  let url = Argument<String>("URL", "the base address of its API")
  let isProduction = Flag("production", "real customers use it")
  let version = Option<String?>(
    "version", value: "VERSION", "the version that precedes every path, such as v1")
  var specification: CommandSpecification {
    CommandSpecification(
      "add",
      abstract: "Add an environment",
      discussion: """
        It is written into config.json, whose comments stay, and can be chosen at once. A NAME alone is of the \
        current API; API:NAME is of another one. 'env edit' changes its address, version and production; \
        'help configuration' lists all fields, which can be written into the file.
        """,
      examples: [
        .init("env add --help", "explains it; 'env add qa https://api.qa.example.com' adds one")
      ],
      parameters: [name, url, isProduction, version])
  }

  func run(_ invocation: Invocation) async throws {
    var fields = JSONObject()
    fields["baseURL"] = .string(invocation[url])
    if let version = invocation[version] { fields["version"] = .string(version) }
    if invocation[isProduction] { fields["production"] = true }
    let added = try await apis.addEnvironment(invocation[name], fields)
    invocation.report("added; 'env use \(added)' sends requests there")
  }
}
