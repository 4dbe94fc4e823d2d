import ShellCommands

/// The commands that the language itself has.
enum Builtins {
  /// The commands by name.
  @MainActor
  package static func table(
    for shell: Shell, version: String, clock: any Clock<Duration>
  ) throws -> CommandTable {
    let commands: [any Command] = [
      HelpCommand(shell: shell), ModulesCommand(shell: shell), HistoryCommand(shell: shell),
      ClearCommand(shell: shell), AliasCommand(shell: shell),
      UnaliasCommand(shell: shell), LetCommand(shell: shell), UnsetCommand(shell: shell),
      PrintCommand(), SetCommand(shell: shell), SourceCommand(shell: shell),
      TimeCommand(shell: shell), SleepCommand(clock: clock), EventsCommand(shell: shell),
      VersionCommand(version: version),
      ExitCommand(shell: shell),
    ]
    var table = CommandTable()
    for command in commands { try table.add(command, of: nil) }
    return table
  }
}
