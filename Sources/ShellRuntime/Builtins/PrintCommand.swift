import ShellLanguage
import ShellOutput
import ShellCommands

struct PrintCommand: ImmediateCommand {
  let words = Argument<[String]>("WORD", "what to print")
  var specification: CommandSpecification {
    CommandSpecification(
      "print", abstract: "Print words, separated by blanks",
      examples: [
        .init("print hello world", "prints one line"),
        .init("let name = 'Ada'; print \"Hello, $name\"", "prints a variable"),
      ],
      parameters: [words]
    ).parsingOptions(.knownOnly)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let output = invocation.output
    guard !output.style.isTerminal else {
      return try output.text(invocation[words].joined(separator: " "))
    }
    let arguments = invocation.arguments
    try output.line { arguments.appendTexts(to: &$0) }
  }
}
