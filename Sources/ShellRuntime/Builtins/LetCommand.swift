import ShellOutput
import ShellCommands

struct LetCommand: ImmediateCommand {
  unowned let state: ShellState
  let assignment = Argument<[String]>("NAME", "the name, then = and the text")
  var specification: CommandSpecification {
    CommandSpecification(
      "let",
      abstract: "Set a variable, or list the variables",
      discussion: """
        Use $NAME to insert the text. The variable hides one of the process's environment with the \
        same name. $_ is the last command's result as JSON; $_.price is a field of a record, and \
        $_[0].price one of a list's first record.
        """,
      examples: [
        .init("let name = 'Ada'; print $name", "sets a variable and uses it"),
        .init("let", "lists the variables and their texts"),
      ],
      parameters: [assignment], optionParsing: .beforeArguments)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    if let assignment = try Assignment(invocation.arguments, in: state) {
      state.variables.texts[assignment.name] = assignment.text
      return
    }
    guard invocation[assignment].isEmpty else {
      throw ShellError(
        .usage, "let needs a name, '=' and a text", hint: "let NAME = 'text'", word: 1)
    }
    try invocation.output.columns([Column("name"), Column("text")])
    for (name, text) in state.variables.texts.sorted(by: { $0.key < $1.key }) {
      try invocation.output.row([.text(name), .text(text)])
    }
  }
}

struct UnsetCommand: ImmediateCommand {
  unowned let state: ShellState
  let names = Argument<[String]>("NAME", "the name", atLeastOne: true, completion: "variables")
  var specification: CommandSpecification {
    CommandSpecification(
      "unset",
      abstract: "Delete a variable",
      examples: [.init("let draft = 'x'; unset draft", "sets a variable and deletes it")],
      parameters: [names])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    for name in invocation[names] {
      guard state.variables.texts.removeValue(forKey: name) != nil else {
        throw ShellError(
          .notFound, "no variable is called '\(name)'", hint: "let lists the variables")
      }
    }
  }
}
