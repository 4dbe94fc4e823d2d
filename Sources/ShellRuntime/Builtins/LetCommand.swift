import ShellOutput
import ShellCommands

struct LetCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "let",
    abstract: "Give a text a name, or list the names",
    discussion: """
      The text is read back as $NAME. A variable of the process's environment of the same name is \
      hidden by it.
      """,
    examples: [
      .init("let product = 'p-1'; products show $product", "names a text and reads it"),
      .init("let", "lists the names and their texts"),
    ],
    arguments: [
      .init("NAME", "the name, then = and the text", isRequired: false, isRepeating: true)
    ],
    optionParsing: .beforeArguments)

  func runAtOnce(_ invocation: Invocation) throws {
    if let assignment = try Assignment(invocation.arguments, in: shell) {
      shell.variables.texts[assignment.name] = assignment.text
      return
    }
    guard invocation.arguments.positionalCount == 0 else {
      throw ShellError(.usage, "let takes a name, = and a text", hint: "let NAME = 'text'", word: 1)
    }
    try invocation.output.columns([Column("name"), Column("text")])
    for (name, text) in shell.variables.texts.sorted(by: { $0.key < $1.key }) {
      try invocation.output.row([.text(name), .text(text)])
    }
  }
}

struct UnsetCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "unset",
    abstract: "Forget a name that let gave",
    examples: [.init("let draft = 'x'; unset draft", "sets a text and forgets it")],
    arguments: [.init("NAME", "the name", isRepeating: true, completion: "variables")])

  func runAtOnce(_ invocation: Invocation) throws {
    for name in invocation.arguments.texts("NAME") {
      guard shell.variables.texts.removeValue(forKey: name) != nil else {
        throw ShellError(.notFound, "no text is called '\(name)'", hint: "let lists the names")
      }
    }
  }
}
