import ShellCommands

struct SourceCommand: Command {
  let file = Argument<String>("FILE", "the script", completion: "files")
  let arguments = Argument<[String]>("ARGUMENT", "the script's arguments")
  var specification: CommandSpecification {
    CommandSpecification(
      "source", abstract: "Run a script file in this shell",
      discussion: """
        Variables and settings that the script changes stay changed. Its arguments are $1, $2 and so \
        on, all of them $@, their number $#, and its own name $0. If the script fails, this command \
        fails with the same status.
        """,
      examples: [.init("source /dev/null", "runs a script that does nothing")],
      parameters: [file, arguments]
    ).parsingOptions(.beforeArguments)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    try await shell.nesting {
      try await ScriptRunner(shell).source(invocation[file], arguments: invocation[arguments])
    }
  }
}
