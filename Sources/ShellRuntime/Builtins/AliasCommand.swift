import ShellOutput
import ShellCommands

struct AliasCommand: ImmediateCommand {
  let words = Argument<[String]>("NAME", "the name, then = and the text")
  private static let columns = [Column("name"), Column("text")]
  var specification: CommandSpecification {
    CommandSpecification(
      "alias", abstract: "Define an alias, or list the aliases",
      discussion: """
        An alias is a short name for the beginning of a command. It works only at the prompt, so that \
        a script means the same everywhere.
        """,
      examples: [
        .init("alias log = 'events --name api.data.*'", "makes 'log' a command at the prompt"),
        .init("alias", "lists the aliases"),
      ],
      parameters: [words], columns: Self.columns
    ).parsingOptions(.beforeArguments)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    let assignment = try AssignedText(
      invocation.arguments, needsQuotes: true, isSecret: { SecretGuard(shell).isSecret($0) })
    if let assignment {
      guard !DefinedCommand.keywords.contains(assignment.name) else {
        throw ShellError(
          .usage, "'\(assignment.name)' begins a statement, so it cannot be an alias",
          hint: "choose another name", word: 1)
      }
      shell.aliases[assignment.name] = try Alias(assignment.text)
      return
    }
    guard invocation[words].isEmpty else {
      throw ShellError(
        .usage, "alias needs a name, '=' and a text", hint: "alias NAME = 'text'", word: 1)
    }
    try invocation.output.columns(Self.columns)
    for (name, alias) in shell.aliases.sorted(by: { $0.key < $1.key }) {
      try invocation.output.row([.text(name), .text(alias.text)])
    }
  }
}

struct UnaliasCommand: ImmediateCommand {
  let names = Argument<[String]>("NAME", "the alias", atLeastOne: true, completion: "aliases")
  var specification: CommandSpecification {
    CommandSpecification(
      "unalias", abstract: "Delete an alias",
      examples: [.init("alias m = 'modules'; unalias m", "defines an alias and deletes it")],
      parameters: [names])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    for name in invocation[names] {
      guard shell.aliases.removeValue(forKey: name) != nil else {
        throw ShellError(.notFound, "no alias is called '\(name)'", hint: "alias lists them")
      }
    }
  }
}
