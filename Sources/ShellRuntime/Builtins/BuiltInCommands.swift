import ShellCommands
import ShellRecords

extension ShellHost {
  /// The shell's own commands.
  var builtins: [any Command] {
    help.commands + background.commands + [
      EventsCommand(), HistoryCommand(), ClearCommand(), AliasCommand(), UnaliasCommand(),
      LetCommand(),
      UnsetCommand(), PrintCommand(), SetCommand(), SourceCommand(), TimeCommand(), SleepCommand(),
      VersionCommand(), ExitCommand(), OpenCommand(), BackCommand(), HomeCommand(), PwdCommand(),
    ]
  }

  /// The stages of pipelines.
  static var stages: [any Command] { BuiltInStages.commands + [EachCommand()] }
}
