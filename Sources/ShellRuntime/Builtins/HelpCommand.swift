import ShellCommands
import ShellOutput

struct HelpCommand: ImmediateCommand {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "help",
    abstract: "Tell what the commands are, and how one is used",
    examples: [
      .init("help", "lists every command"),
      .init("help reviews", "lists the commands of a module"),
      .init("help reviews add", "tells how a command is used"),
    ],
    arguments: [
      .init(
        "COMMAND", "a module, a command, or both", isRequired: false, isRepeating: true,
        completion: "commands")
    ])

  func runAtOnce(_ invocation: Invocation) throws {
    let topic = invocation.arguments.texts("COMMAND")
    try invocation.output.text(try text(of: topic, in: shell))
  }

  private func text(of topic: [String], in shell: Shell) throws -> String {
    guard let name = topic.first else { return overview(of: shell) }
    if topic.count == 1, let text = Self.text(ofModule: name, in: shell) { return text }
    let entry = try shell.entry(named: topic)
    guard topic.count == entry.depth else {
      throw ShellError(.usage, "'\(entry.path)' has no commands of its own", word: entry.depth + 1)
    }
    return shell.help(for: entry)
  }

  /// What a module is for, and its commands; nil where there is no such module.
  static func text(ofModule name: String, in shell: Shell) -> String? {
    guard shell.modules.commands(of: name)?.sole == nil else { return nil }
    return shell.modules.module(name).map { module in
      heading(of: module) + "\n\n" + list(shell.modules.commands(of: name))
        + "\n\n'help \(name) COMMAND' tells how a command is used."
    }
  }

  private func overview(of shell: Shell) -> String {
    var sections = [
      """
      A shell for a shop's REST API. A command is a word of the shell's own, or a
      module's name and one of its commands. 'help COMMAND' tells how it is used.
      """
    ]
    for module in shell.modules.modules {
      sections.append(
        Self.heading(of: module) + "\n" + Self.list(shell.modules.commands(of: module.name)))
    }
    sections.append("The shell's own commands\n" + Self.list(shell.builtins))
    return sections.joined(separator: "\n\n")
  }

  private static func heading(of module: any FeatureModule) -> String {
    "\(module.name): \(module.abstract)"
  }

  private static func list(_ commands: CommandTable?) -> String {
    let entries = commands?.all ?? []
    let width = entries.map(\.path.count).max() ?? 0
    return entries.map { entry in
      let padding = String(repeating: " ", count: width - entry.path.count)
      return "  \(entry.path)\(padding)  \(entry.specification.abstract)"
    }.joined(separator: "\n")
  }
}

/// A module's name with `--help` after it.
struct ModuleHelp: ImmediateCommand {
  unowned let shell: Shell
  let specification: CommandSpecification
  private let module: String

  init(flag: String, module: String, shell: Shell) {
    self.shell = shell
    specification = CommandSpecification(flag, abstract: "Tell what the module's commands are")
    self.module = module
  }

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text(HelpCommand.text(ofModule: module, in: shell) ?? "")
  }
}
