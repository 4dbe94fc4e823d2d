import SeashellKit

struct ModuleLog: ImmediateCommand {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added module", completion: "modules.added")
  var specification: CommandSpecification {
    CommandSpecification(
      "log",
      abstract: "Print what an added module wrote to standard error",
      discussion: """
        What it wrote in earlier shells is kept too, once it has ended, in a file that only you can read. \
        Only the last part is kept: 64 KiB, or logBytes in the section modules of config.json.
        """,
      examples: [.init("modules log clock", "prints the log of the module clock")],
      parameters: [name])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let module = invocation[name]
    let lines = try invocation.pointing(at: name) { try state.log(of: module) }
    if lines.isEmpty {
      return invocation.report("'\(module)' has written nothing to standard error")
    }
    try invocation.output.text(lines.joined(separator: "\n"))
  }
}
