import ShellCommands
import ShellOutput

struct HelpCommand: ImmediateCommand {
  unowned let state: ShellState
  unowned let resolver: CommandResolver
  let specification = CommandSpecification(
    "help",
    abstract: "List the commands, or show how to use one",
    examples: [
      .init("help", "lists every command"),
      .init("help reviews", "lists the commands of a module"),
      .init("help reviews add", "shows how to use a command"),
    ],
    arguments: [
      .init(
        "COMMAND", "a module, a command, or both", isRequired: false, isRepeating: true,
        completion: "commands")
    ])

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text(try text(of: invocation.arguments.texts("COMMAND")))
  }

  private func text(of topic: [String]) throws -> String {
    let help = CommandHelp(state)
    guard let name = topic.first else { return help.overview() }
    if topic.count == 1, let text = help.text(ofModule: name) { return text }
    let entry = try resolver.entry(named: topic)
    guard topic.count == entry.depth else {
      throw ShellError(.usage, "'\(entry.path)' has no subcommands", word: entry.depth + 1)
    }
    return help.text(for: entry)
  }
}

struct VersionCommand: ImmediateCommand {
  let version: String
  let specification = CommandSpecification(
    "version",
    abstract: "Print the shell's version",
    examples: [.init("version", "prints the name and the version")])

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text("seashell \(version)")
  }
}
