import FoundationEssentials
import SeashellKit
import ShellCommands

struct ListAPIs: Command {
  let manager: APIManager
  private static let columns = [
    "name", "title", "version", "operations", "environments", "current", "description", "read_at",
  ].map { Column($0) }

  var specification: CommandSpecification {
    var specification = CommandSpecification(
      "list", abstract: "List the APIs",
      discussion: """
        The first is the shell's own; 'api add' adds others. title, version and operations come from the \
        description, which was read at read_at. They are empty for an API without a description, and before \
        it is read for the first time.
        """,
      examples: [.init("api list", "lists them, and marks the current one")], arguments: [],
      options: [], changesData: false)
    specification.fields = Self.columns.map(\.name)
    return specification
  }

  func run(_ invocation: Invocation) async throws {
    let (apis, current) = (manager.apis, manager.apis.current.name)
    invocation.observe { _ = apis.current.environments.current }
    try invocation.output.columns(Self.columns)
    let own = apis.own
    try invocation.output.row([
      .text(own.name), .null, .null, .null,
      .list(own.environments.all.map { .text($0.shortName) }), .boolean(own.name == current), .null,
      .null,
    ])
    for api in apis.configured.sorted(by: { $0.name < $1.name }) {
      let description = manager.store.known(api)?.description
      try invocation.output.row([
        .text(api.name), description.map { .text($0.title) } ?? .null,
        description.map { .text($0.version) } ?? .null,
        description.map { .integer($0.operationCount) } ?? .null,
        .list(api.environments.map { .text($0.shortName) }), .boolean(api.name == current),
        api.description.map { .text(DescriptionStore.source(of: $0)) } ?? .null,
        description.map { .date(Date(timeIntervalSince1970: Double($0.date))) } ?? .null,
      ])
    }
  }
}
