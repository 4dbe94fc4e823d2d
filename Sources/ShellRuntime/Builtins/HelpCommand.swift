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

  /// A module's abstract and commands, or nil if there is no such module.
  static func text(ofModule name: String, in shell: Shell) -> String? {
    guard shell.modules.commands(of: name)?.sole == nil else { return nil }
    return shell.modules.module(name).map { module in
      let lines =
        heading(of: module, in: shell) + [""] + list(shell.modules.commands(of: name), in: shell)
        + [""] + paragraphs("'help \(name) COMMAND' tells how a command is used.", in: shell)
      return lines.joined(separator: "\n")
    }
  }

  private func overview(of shell: Shell) -> String {
    var lines = Self.paragraphs(
      """
      A shell for a shop's REST API. A command is a word of the shell's own, or a \
      module's name and one of its commands. 'help COMMAND' tells how it is used.
      """, in: shell)
    for module in shell.modules.modules {
      lines += [""] + Self.heading(of: module, in: shell)
      lines += Self.list(shell.modules.commands(of: module.name), in: shell)
    }
    lines += ["", "The shell's own commands"] + Self.list(shell.builtins, in: shell)
    return lines.joined(separator: "\n")
  }

  private static func heading(of module: any FeatureModule, in shell: Shell) -> [String] {
    paragraphs("\(module.name): \(module.abstract)", in: shell)
  }

  private static func paragraphs(_ text: String, in shell: Shell) -> [String] {
    shell.streams.helpLayout.paragraphs(text)
  }

  private static func list(_ commands: CommandTable?, in shell: Shell) -> [String] {
    shell.streams.helpLayout.columns(
      (commands?.all ?? []).map { ($0.path, $0.specification.abstract) })
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
