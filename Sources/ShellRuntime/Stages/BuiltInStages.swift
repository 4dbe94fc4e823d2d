import ShellCommands

/// The shell's own stages.
enum BuiltInStages {
  /// Returns the commands of the stages.
  @MainActor static var commands: [any Command] {
    [FirstCommand(), FromCommand(), ToCommand()]
  }
}
