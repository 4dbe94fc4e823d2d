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
    let module = invocation[name]
    let lines = try invocation.pointing(at: name) { try state.status(of: module) }.log
    if lines.isEmpty {
      return invocation.report(
        "'\(module)' has written nothing to standard error in this shell")
    }
    try invocation.output.text(lines.joined(separator: "\n"))
  }
}
