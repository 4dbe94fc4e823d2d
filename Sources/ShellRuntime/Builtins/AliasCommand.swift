import ShellOutput
import ShellCommands

struct AliasCommand: ImmediateCommand {
  unowned let state: ShellState
  let specification = CommandSpecification(
    "alias",
    abstract: "Define an alias, or list the aliases",
    discussion: """
      An alias is a short name for the beginning of a command. It works only at the prompt, so that \
      a script means the same everywhere.
      """,
    examples: [
      .init("alias log = 'events list'", "makes 'log' a command at the prompt"),
      .init("alias", "lists the aliases"),
    ],
    arguments: [
      .init("NAME", "the name, then = and the text", isRequired: false, isRepeating: true)
    ],
    optionParsing: .beforeArguments)

  func runAtOnce(_ invocation: Invocation) throws {
    if let assignment = try Assignment(invocation.arguments, in: state) {
      state.aliases[assignment.name] = try Alias(assignment.text)
      return
    }
    guard invocation.arguments.positionalCount == 0 else {
      throw ShellError(
        .usage, "alias needs a name, '=' and a text", hint: "alias NAME = 'text'", word: 1)
    }
    try invocation.output.columns([Column("name"), Column("text")])
    for (name, alias) in state.aliases.sorted(by: { $0.key < $1.key }) {
      try invocation.output.row([.text(name), .text(alias.text)])
    }
  }
}

struct UnaliasCommand: ImmediateCommand {
  unowned let state: ShellState
  let specification = CommandSpecification(
    "unalias",
    abstract: "Delete an alias",
    examples: [.init("alias m = 'modules'; unalias m", "defines an alias and deletes it")],
    arguments: [.init("NAME", "the alias", isRepeating: true, completion: "aliases")])

  func runAtOnce(_ invocation: Invocation) throws {
    for name in invocation.arguments.texts("NAME") {
      guard state.aliases.removeValue(forKey: name) != nil else {
        throw ShellError(.notFound, "no alias is called '\(name)'", hint: "alias lists them")
      }
    }
  }
}
