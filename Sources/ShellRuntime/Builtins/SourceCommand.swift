import ShellCommands

struct SourceCommand: Command {
  unowned let state: ShellState
  unowned let scripts: ScriptRunner
  let specification = CommandSpecification(
    "source",
    abstract: "Run a script file in this shell",
    discussion: """
      Variables and settings that the script changes stay changed. Its arguments are $1, $2 and so \
      on, all of them $@, their number $#, and its own name $0. If the script fails, this command \
      fails with the same status.
      """,
    examples: [.init("source /dev/null", "runs a script that does nothing")],
    arguments: [
      .init("FILE", "the script", completion: "files"),
      .init("ARGUMENT", "the script's arguments", isRequired: false, isRepeating: true),
    ],
    optionParsing: .beforeArguments)

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    try await state.nesting {
      try await scripts.source(
        arguments.text("FILE") ?? "", arguments: arguments.texts("ARGUMENT"))
    }
  }
}
