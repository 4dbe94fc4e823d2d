struct PrintCommand: ImmediateCommand {
  let specification = CommandSpecification(
    "print",
    abstract: "Print words, with a blank between them",
    examples: [
      .init("print hello world", "prints one line"),
      .init("let name = 'Ada'; print \"Hello, $name\"", "prints a variable"),
    ],
    arguments: [.init("WORD", "what to print", isRequired: false, isRepeating: true)],
    optionParsing: .knownOnly)

  func runAtOnce(_ invocation: Invocation) throws {
    var line = ""
    for (index, word) in invocation.arguments.texts("WORD").enumerated() {
      if index > 0 { line += " " }
      line += word
    }
    try invocation.output.text(line)
  }
}
