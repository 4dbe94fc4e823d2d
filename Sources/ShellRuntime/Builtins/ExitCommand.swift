import ShellCommands
import ShellOutput

struct ExitCommand: ImmediateCommand {
  unowned let state: ShellState
  let specification = CommandSpecification(
    "exit",
    abstract: "Leave the shell",
    discussion: "Without a status, the shell exits with the status of the last command.",
    examples: [
      .init("exit", "exits with the last command's status"),
      .init("exit 0", "exits with success"),
    ],
    arguments: [
      .init("STATUS", "the exit status", type: .integer(0...255), isRequired: false)
    ])

  func runAtOnce(_ invocation: Invocation) throws {
    let status = invocation.arguments.integer("STATUS").map { ExitStatus(rawValue: Int32($0)) }
    throw ShellExit(status: status ?? state.variables.status)
  }
}
