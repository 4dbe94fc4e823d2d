import ShellCommands

/// The shell's own stages.
enum BuiltInStages {
  /// Returns the commands of the stages that need no more of the shell than its settings.
  @MainActor
  static func commands(_ settings: ShellSettings) -> [any Command] {
    [
      CountCommand(), DropCommand(), FirstCommand(), FromCommand(), GetCommand(),
      GroupByCommand(settings: settings), LastCommand(settings: settings), SelectCommand(),
      SortByCommand(settings: settings), ToCommand(), UniqByCommand(settings: settings),
      WhereCommand(),
    ]
  }
}
