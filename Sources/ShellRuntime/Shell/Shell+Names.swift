import ShellOutput
import ShellLanguage
import ShellCommands

extension Shell {
  /// The command that words begin with.
  ///
  /// - Throws: ``ShellError`` that suggests the nearest name.
  func entry(for words: [Word]) throws -> CommandTable.Entry {
    guard let first = words.first?.text else {
      throw ShellError(.usage, "there is no command")
    }
    // Most lines of a script run the command that the line before ran.
    if let lastBuiltin, lastBuiltin.path == first { return lastBuiltin }
    if let builtin = builtins[first] {
      lastBuiltin = builtin
      return builtin
    }
    if isTyped, let synonym = Self.synonyms[first], let builtin = builtins[synonym] {
      return builtin
    }
    return try entry(first, words.count > 1 ? words[1].text : nil, at: 0)
  }

  /// The command that texts begin with.
  func entry(named texts: [String]) throws -> CommandTable.Entry {
    if let builtin = texts.first.flatMap({ builtins[$0] }) { return builtin }
    return try entry(texts.first ?? "", texts.dropFirst().first, at: 1)
  }

  private func entry(
    _ module: String, _ command: String?, at index: Int
  ) throws -> CommandTable.Entry {
    guard let commands = modules.commands(of: module) else {
      let meant = commandsMeant(by: module)
      guard meant.isEmpty else {
        throw ShellError(
          .unknownCommand, "'\(module)' is not a command; did you mean \(Self.choice(meant))?",
          word: index)
      }
      throw unknown(module, nearest: module, to: builtins.names + modules.names, at: index)
    }
    if let sole = commands.sole { return sole }
    guard let command else {
      throw ShellError(
        .usage, "\(module) needs one of its commands: \(commands.names.joined(separator: ", "))",
        hint: "help \(module)", word: index)
    }
    if let entry = commands[command] { return entry }
    if ["-h", "--help"].contains(command) {
      return CommandTable.Entry(
        command: ModuleHelp(flag: command, module: module, shell: self), module: module)
    }
    if commands.hasSecretWords, Spelling.nearest(to: command, among: commands.names) == nil {
      throw ShellError(
        .unknownCommand, "\(module) has no such command", hint: "help \(module)", word: index + 1)
    }
    throw unknown(
      "\(module) \(command)", nearest: command, to: commands.names, of: "\(module) ",
      at: index + 1)
  }

  /// What other shells call commands of ours, understood where a user types.
  private static let synonyms = ["quit": "exit", "?": "help"]

  /// What other shells call commands of ours, which is suggested.
  private static let foreign = [
    "quit": "exit", "q": "exit", ":q": "exit", "bye": "exit", "?": "help", "man": "help",
    "echo": "print",
  ]

  /// The commands that a word means that is no command: one of another shell's, or a command of some
  /// module's without the module before it.
  private func commandsMeant(by word: String) -> [String] {
    if let own = Self.foreign[word] { return [own] }
    return modules.names.filter { modules.commands(of: $0)?[word] != nil }.map { "\($0) \(word)" }
  }

  /// `'a', 'b' or 'c'`.
  private static func choice(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }

  private func unknown(
    _ typed: String, nearest name: String, to names: [String], of prefix: String = "",
    at index: Int
  ) -> ShellError {
    let suggestion = Spelling.nearest(to: name, among: names)
    return ShellError(
      .unknownCommand,
      "'\(masked(typed))' is not a command"
        + (suggestion.map { "; did you mean '\(prefix)\($0)'?" } ?? ""),
      hint: suggestion == nil ? "help lists the commands" : nil, word: index)
  }

  /// How a command is used.
  func help(for entry: CommandTable.Entry) -> String {
    streams.text(of: HelpText(entry.specification, path: entry.path))
  }
}
