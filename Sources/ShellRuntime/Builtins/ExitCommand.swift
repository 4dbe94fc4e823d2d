import ShellCommands
import ShellOutput

struct ExitCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "exit",
    abstract: "Leave the shell",
    discussion: "Without a status, the shell ends with that of the last command.",
    examples: [
      .init("exit", "leaves with the last command's status"),
      .init("exit 0", "leaves with success"),
    ],
    arguments: [
      .init("STATUS", "the exit status", type: .integer(0...255), isRequired: false)
    ])

  func runAtOnce(_ invocation: Invocation) throws {
    let status = invocation.arguments.integer("STATUS").map { ExitStatus(rawValue: Int32($0)) }
    throw ShellExit(status: status ?? shell.variables.status)
  }
}

/// A command asked for the shell to end.
struct ShellExit: Error {
  let status: ExitStatus
}
