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
    let count = arguments.positionalCount
    let output = invocation.output
    guard !output.style.isTerminal else {
      return try output.text(arguments.texts("WORD").joined(separator: " "))
    }
    try output.line { bytes in
      for index in 0..<count {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(arguments.words[arguments.positional(index)].text)
      }
    }
  }
}
