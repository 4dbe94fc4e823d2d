import ShellLanguage
import ShellOutput
import ShellCommands

struct PrintCommand: ImmediateCommand {
  let specification = CommandSpecification(
    "print",
    abstract: "Print words, separated by blanks",
    examples: [
      .init("print hello world", "prints one line"),
      .init("let name = 'Ada'; print \"Hello, $name\"", "prints a variable"),
    ],
    arguments: [.init("WORD", "what to print", isRequired: false, isRepeating: true)],
    optionParsing: .knownOnly)

  func runAtOnce(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    let output = invocation.output
    guard !output.style.isTerminal else {
      return try output.text(arguments.texts("WORD").joined(separator: " "))
    }
    try output.line { arguments.appendTexts(to: &$0) }
  }
}
