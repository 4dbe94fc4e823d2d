package import ShellCommands

/// The shell's own stages.
package enum BuiltInStages {
  /// The commands of the stages that need nothing of a shell.
  @MainActor
  package static var commands: [any Command] {
    [
      CountCommand(), DropCommand(), FirstCommand(), FromCommand(), GetCommand(),
      GroupByCommand(), LastCommand(), SelectCommand(),
      SortByCommand(), ToCommand(), UniqByCommand(),
      WhereCommand(),
    ]
  }
}
