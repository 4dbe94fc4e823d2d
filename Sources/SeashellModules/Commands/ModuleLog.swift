import SeashellKit

struct ModuleLog: ImmediateCommand {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added module", completion: "modules.added")
  var specification: CommandSpecification {
    CommandSpecification(
      "log",
      abstract: "Print what an added module wrote to standard error",
      discussion: "Only the last part is kept, while this shell runs.",
      examples: [.init("modules log clock", "prints the log of the module clock")],
      parameters: [name])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    let lines = control.status(of: record.name).log
    if lines.isEmpty {
      return invocation.report(
        "'\(record.name)' has written nothing to standard error in this shell")
    }
    try invocation.output.text(lines.joined(separator: "\n"))
  }
}
