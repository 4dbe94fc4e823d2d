import ShellCommands
import ShellLanguage
import ShellOutput

/// Finds the command that words begin with, and suggests the nearest one if there is none.
@MainActor
final class CommandResolver {
  private let state: ShellState
  private let secrets: SecretGuard
  /// The built-in command that was found last.
  private var lastBuiltin: CommandTable.Entry?

  init(_ state: ShellState, secrets: SecretGuard) {
    self.state = state
    self.secrets = secrets
  }

  /// Returns the command that a statement's words begin with.
  ///
  /// - Throws: ``ShellError`` that suggests the nearest name.
  func entry(for words: [Word]) throws -> CommandTable.Entry {
    guard !words.isEmpty else { throw ShellError(.usage, "there is no command") }
    let first = words.text(at: 0)
    // Most lines of a script run the same command as the line before.
    if let lastBuiltin, lastBuiltin.path == first { return lastBuiltin }
    if let builtin = state.builtins[first] {
      lastBuiltin = builtin
      return builtin
    }
    if state.isTyped, let synonym = Self.synonyms[first],
      let builtin = state.builtins[synonym]
    {
      return builtin
    }
    return try entry(first, words.count > 1 ? words[1].text : nil, at: 0)
  }

  /// Returns the stage that the words after a `|` begin with; nil if they name a program.
  func stage(of words: [Word]) -> CommandTable.Entry? { state.stage(of: words) }

  /// Returns the command that the arguments of `help` name.
  ///
  /// - Throws: ``ShellError`` that suggests the nearest name.
  func entry(named texts: [String]) throws -> CommandTable.Entry {
    if let builtin = texts.first.flatMap({ state.builtins[$0] ?? state.stages[$0] }) {
      return builtin
    }
    return try entry(texts.first ?? "", texts.dropFirst().first, at: 1)
  }

  private func entry(
    _ module: String, _ command: String?, at index: Int
  ) throws -> CommandTable.Entry {
    guard let commands = commands(of: module) else {
      if state.modules.isUnloaded(module) {
        throw ShellError(
          .unknownCommand, "the module '\(module)' is unloaded",
          hint: "run 'modules load \(module)'",
          word: index)
      }
      if state.modules.isDisabled(module) {
        throw ShellError(
          .unknownCommand, "the module '\(module)' is disabled",
          hint: "run 'modules enable \(module)'", word: index)
      }
      if let stage = state.stages[module] { return stage }
      if let entry = state.places.command(named: module) { return entry }
      throw unknown(module, at: index)
    }
    try state.modules.check(module)
    if let sole = commands.sole { return sole }
    if let entry = commands.whenAlone, command.map(Self.isOptionOfDefault) ?? true { return entry }
    guard let command else {
      throw ShellError(
        .usage, "'\(module)' needs a command: \(commands.names.joined(separator: ", "))",
        hint: "help \(module)", word: index)
    }
    if let entry = commands[command] { return entry }
    if ["-h", "--help"].contains(command) {
      return CommandTable.Entry(
        command: ModuleHelp(flag: command, module: module, help: CommandHelp(state)),
        module: module, program: state.identity.name)
    }
    if commands.hasSecretWords, Spelling.nearest(to: command, among: commands.names) == nil {
      throw ShellError(
        .unknownCommand, "\(module) has no such command", hint: "help \(module)", word: index + 1)
    }
    let nearest = Spelling.nearest(to: command, among: commands.names)
    throw notACommand(
      "\(module) \(command)",
      hint: nearest.map { "did you mean '\(module) \($0)'?" } ?? "see 'help \(module)'",
      at: index + 1)
  }

  /// Returns the commands of a module, also of one that another shell has added meanwhile.
  private func commands(of module: String) -> CommandTable? {
    if let commands = state.modules.commands(of: module) { return commands }
    guard state.stages[module] == nil, state.places.command(named: module) == nil else {
      return nil
    }
    state.modules.catchUp()
    return state.modules.commands(of: module)
  }

  /// Whether a word after a module's name is an option of its default command.
  private static func isOptionOfDefault(_ word: String) -> Bool {
    word.hasPrefix("-") && !["-h", "--help"].contains(word)
  }

  /// Names of other shells' commands that work at a prompt.
  private static let synonyms = ["quit": "exit", "?": "help"]

  /// Whether an error about an argument of `help` says more than that there is no such command: it
  /// suggests one, or the module is there.
  func explainsMore(_ error: any Error, of name: String) -> Bool {
    guard let error = error as? ShellError else { return true }
    return error.hint?.hasPrefix("did you mean") == true || state.modules.module(name) != nil
      || state.modules.isKnownButNotLoaded(name)
  }

  private func unknown(_ name: String, at index: Int) -> ShellError {
    let (commands, hasMore) = CommandHelp(state).search.suggestions(for: name)
    let help = "'help \(name.lowercased())'"
    if !commands.isEmpty {
      let names = Self.list(commands.map(Self.typed))
      return notACommand(
        name, hint: "did you mean \(names)?" + (hasMore ? " \(help) finds more" : ""), at: index)
    }
    if hasMore { return notACommand(name, hint: "see \(help)", at: index) }
    let nearest = Spelling.nearest(
      to: name,
      among: state.builtins.names + state.stages.names + state.modules.names
        + state.places.commands.map(\.specification.name))
    let suggestion = nearest.map { state.stages[$0].map(Self.typed) ?? $0 }
    return notACommand(
      name, hint: suggestion.map { "did you mean '\($0)'?" } ?? "see 'help' or 'help finding'",
      at: index)
  }

  /// A command as it is typed, with `|` before a stage that needs records.
  private static func typed(_ entry: CommandTable.Entry) -> String {
    entry.isBuiltIn && entry.stageRole != nil && !entry.beginsPipelines
      ? "| \(entry.path)" : entry.path
  }

  /// `'a', 'b' or 'c'`.
  private static func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }

  private func notACommand(_ typed: String, hint: String, at index: Int) -> ShellError {
    ShellError(
      .unknownCommand, "'\(secrets.masked(typed))' is not a command", hint: hint, word: index)
  }
}
