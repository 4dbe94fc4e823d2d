extension Shell {
  /// The command that words begin with.
  ///
  /// - Throws: ``ShellError`` that suggests the nearest name.
  func entry(for words: [Word]) throws -> CommandTable.Entry {
    guard let first = words.first?.text else {
      throw ShellError(.usage, "there is no command")
    }
    if let builtin = builtins[first] { return builtin }
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
      throw unknown("'\(module)'", nearest: module, to: builtins.names + modules.names, at: index)
    }
    guard let command else {
      throw ShellError(
        .usage, "\(module) needs one of its commands: \(commands.names.joined(separator: ", "))",
        hint: "help \(module)", word: index)
    }
    if let entry = commands[command] { return entry }
    throw unknown(
      "'\(module) \(command)'", nearest: command, to: commands.names, at: index + 1)
  }

  private func unknown(
    _ quoted: String, nearest name: String, to names: [String], at index: Int
  ) -> ShellError {
    let suggestion = Spelling.nearest(to: name, among: names)
    return ShellError(
      .unknownCommand,
      "\(quoted) is not a command" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""),
      hint: suggestion == nil ? "help lists the commands" : nil, word: index)
  }

  /// How a command is used.
  func help(for entry: CommandTable.Entry) -> String {
    streams.text(of: HelpText(entry.specification, path: entry.path))
  }
}
