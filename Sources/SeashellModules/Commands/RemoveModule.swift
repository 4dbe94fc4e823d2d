import SeashellKit

struct RemoveModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added module", completion: "modules.added")
  var specification: CommandSpecification {
    CommandSpecification(
      "remove", abstract: "Remove an added module",
      discussion: "It is ended, and forgotten with its rules, variables and secrets.",
      examples: [.init("modules remove clock --yes", "removes the module clock")],
      parameters: [name]
    ).confirming("Remove the module {MODULE}?")
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    try await control.remove(record.name)
  }
}
