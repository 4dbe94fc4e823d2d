import ShellOutput
import ShellCommands

struct ModulesCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "modules",
    abstract: "List the loaded modules",
    examples: [.init("modules", "lists them, with the number of commands each has")])

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.columns([Column("name"), Column("commands"), Column("abstract")])
    for module in shell.modules.modules {
      let count = shell.modules.commands(of: module.name)?.all.count ?? 0
      try invocation.output.row([.text(module.name), .integer(count), .text(module.abstract)])
    }
  }
}
