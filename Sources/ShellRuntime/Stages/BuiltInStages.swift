import ShellCommands

/// The shell's own stages.
enum BuiltInStages {
  /// Returns the commands of the stages.
  @MainActor static func commands(_ settings: ShellSettings) -> [any Command] {
    [
      CountCommand(), DropCommand(), FirstCommand(), GetCommand(),
      GroupByCommand(settings: settings), LastCommand(settings: settings), SelectCommand(),
      SortByCommand(settings: settings), UniqByCommand(settings: settings), WhereCommand(),
    ]
  }
}
