/// The commands that the language itself has.
enum Builtins {
  /// The commands by name.
  @MainActor
  static func table(version: String, clock: any Clock<Duration>) throws -> CommandTable {
    let commands: [any Command] = [
      HelpCommand(), ModulesCommand(), HistoryCommand(), ClearCommand(), AliasCommand(),
      UnaliasCommand(), LetCommand(), UnsetCommand(), PrintCommand(), SetCommand(), SourceCommand(),
      TimeCommand(), SleepCommand(clock: clock), EventsCommand(), VersionCommand(version: version),
      ExitCommand(),
    ]
    var table = CommandTable()
    for command in commands { try table.add(command, of: nil) }
    return table
  }
}
