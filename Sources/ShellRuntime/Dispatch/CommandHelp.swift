import ShellCommands
import ShellOutput

/// Writes the help texts of the shell, its modules and its commands.
@MainActor
struct CommandHelp {
  private let abstract: String
  private let modules: ModuleRegistry
  private let streams: StandardStreams

  init(_ state: ShellState) {
    abstract = state.identity.abstract
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
      let lines =
        heading(of: module) + [""] + list(modules.commands(of: name))
        + [""] + streams.helpLayout.paragraphs("'help \(name) COMMAND' shows how to use a command.")
      return lines.joined(separator: "\n")
    }
  }

  /// Returns a page about the language; nil if there is none with this name.
  func text(ofTopic name: String) -> String? { text { $0.name == name } }

  /// Returns the page about the language that a word finds; nil if there is none.
  func text(ofTopicFoundBy word: String) -> String? { text { $0.words.contains(word) } }

  private func text(where matches: (HelpTopic) -> Bool) -> String? {
    HelpTopic.all.first(where: matches)
      .map { $0.lines(in: streams.helpLayout).joined(separator: "\n") }
  }

  /// Lists all commands.
  func overview() -> String {
    var lines = streams.helpLayout.paragraphs(
      """
      \(abstract). Type a command of the shell's own, or a module's \
      name and one of its commands. 'help COMMAND' shows how to use it.
      """)
    for module in modules.modules {
      lines += [""] + heading(of: module) + list(modules.commands(of: module.name))
    }
    lines += ["", "The shell's own commands"] + list(modules.builtins)
    lines +=
      [""] + streams.helpLayout.paragraphs("Stages, which take the records of a command after '|'")
    lines += list(modules.stages)
    lines += [""] + streams.helpLayout.paragraphs("Pages of 'help' about the language")
    lines += streams.helpLayout.columns(HelpTopic.all.map { ($0.name, $0.abstract) })
    return lines.joined(separator: "\n")
  }

  private func heading(of module: any FeatureModule) -> [String] {
    streams.helpLayout.paragraphs("\(module.name): \(module.abstract)")
  }

  private func list(_ commands: CommandTable?) -> [String] {
    streams.helpLayout.columns((commands?.all ?? []).map { ($0.path, $0.specification.abstract) })
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
