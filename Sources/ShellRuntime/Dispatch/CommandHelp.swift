import ShellCommands
import ShellOutput

/// Writes the help texts of the shell, its modules and its commands.
@MainActor
struct CommandHelp {
  private let modules: ModuleRegistry
  private let streams: StandardStreams

  init(_ state: ShellState) {
    modules = state.modules
    streams = state.streams
  }

  /// Describes how to use a command.
  func text(for entry: CommandTable.Entry) -> String {
    streams.text(of: HelpText(entry.specification, path: entry.path))
  }

  /// Describes a module and lists its commands; nil if there is no such module, or its name alone
  /// is a command.
  func text(ofModule name: String) -> String? {
    guard modules.commands(of: name)?.sole == nil else { return nil }
    return modules.module(name).map { module in
      Self.heading(of: module) + "\n\n" + Self.list(modules.commands(of: name))
        + "\n\n'help \(name) COMMAND' shows how to use a command."
    }
  }

  /// Lists all commands.
  func overview() -> String {
    var sections = [
      """
      A shell for a shop's REST API. Type a command of the shell's own, or a module's
      name and one of its commands. 'help COMMAND' shows how to use it.
      """
    ]
    for module in modules.modules {
      sections.append(
        Self.heading(of: module) + "\n" + Self.list(modules.commands(of: module.name)))
    }
    sections.append("The shell's own commands\n" + Self.list(modules.builtins))
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

/// The command `MODULE --help`.
struct ModuleHelp: ImmediateCommand {
  let specification: CommandSpecification
  private let module: String
  private let help: CommandHelp

  init(flag: String, module: String, help: CommandHelp) {
    specification = CommandSpecification(flag, abstract: "List the commands of the module")
    self.module = module
    self.help = help
  }

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text(help.text(ofModule: module) ?? "")
  }
}
