import ShellCommands

struct SourceCommand: Command {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "source",
    abstract: "Run a script file in this shell",
    discussion: """
      What the script sets stays set. It sees the arguments that follow its name as $1, $2 and so \
      on, all of them as $@, their number as $# and its own name as $0. Its first failure is this \
      command's.
      """,
    examples: [.init("source /dev/null", "runs a script that does nothing")],
    arguments: [
      .init("FILE", "the script", completion: "files"),
      .init("ARGUMENT", "the script's arguments", isRequired: false, isRepeating: true),
    ],
    optionParsing: .beforeArguments)

  func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    try await shell.nesting {
      try await shell.source(
        arguments.text("FILE") ?? "", arguments: arguments.texts("ARGUMENT"))
    }
  }
}
