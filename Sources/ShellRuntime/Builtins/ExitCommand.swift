import ShellCommands
import ShellOutput

struct ExitCommand: ImmediateCommand {
  let status = Argument<Int?>("STATUS", "the exit status", in: 0...255)
  var specification: CommandSpecification {
    CommandSpecification(
      "exit",
      abstract: "Leave the shell",
      discussion: "Without a status, the shell exits with the status of the last command.",
      examples: [
        .init("exit", "exits with the last command's status"),
        .init("exit 0", "exits with success"),
      ],
      parameters: [status])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    let status = invocation[status].map { ExitStatus(rawValue: Int32($0)) }
    throw ShellExit(status: status ?? shell.variables.status)
  }
}

struct FailCommand: ImmediateCommand {
  let message = Argument<String>("MESSAGE", "what has failed")
  var specification: CommandSpecification {
    CommandSpecification(
      "fail",
      abstract: "Fail with a message",
      discussion: "It ends a script or a block, with status 1, unless '||' or 'try' handles it.",
      examples: [
        .init("try { fail 'no stock' } else { print $error.message }", "fails, and handles it")
      ],
      parameters: [message])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    throw ShellError(.failed, invocation[message])
  }
}
