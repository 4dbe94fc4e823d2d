import ShellCommands

/// The shell's own stages.
enum BuiltInStages {
  /// The names of the stages, which no module may use.
  static let names: Set<String> = [
    "where", "select", "drop", "sort-by", "first", "last", "uniq-by", "count", "group-by", "each",
    "get", "from", "to",
  ]

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
