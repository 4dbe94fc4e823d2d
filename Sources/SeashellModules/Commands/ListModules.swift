import SeashellKit

struct ListModules: ImmediateCommand {
  let state: ModulesState
  var specification: CommandSpecification {
    CommandSpecification(
      "list",
      abstract: "List the modules",
      discussion: """
        A module is built in, has operations of an added API, or was added: a server or a program on this \
        machine, or a remote server. It is loaded, disabled until 'modules enable', changed until 'modules trust', stopped \
        after failures until 'modules reload', or unloaded because its name is taken. process and \
        memory (in bytes) are those of a running module. 'modules' alone lists them too.
        """,
      examples: [
        .init("modules list", "lists them, with the number of commands each has"),
        .init("modules", "does the same"),
      ], columns: ModulesView.columns)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.columns(ModulesView.columns)
    for entry in state.entries {
      try invocation.output.row(ModulesView.row(entry, in: state))
    }
  }
}
