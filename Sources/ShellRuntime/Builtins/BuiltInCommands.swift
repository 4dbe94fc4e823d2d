import ShellCommands
import ShellRecords

extension ShellHost {
  var builtins: [BuiltInCommand] {
    help.commands + background.commands + (checks?.commands ?? []) + [
      .init("events") { EventsCommand() }, .init("history") { HistoryCommand() },
      .init("clear") { ClearCommand() }, .init("alias") { AliasCommand() },
      .init("unalias") { UnaliasCommand() }, .init("let") { LetCommand() },
      .init("unset") { UnsetCommand() }, .init("print") { PrintCommand() },
      .init("notify") { NotifyCommand() },
      .init("set") { SetCommand() }, .init("source") { SourceCommand() },
      .init("time") { TimeCommand() }, .init("sleep") { SleepCommand() },
      .init("version") { VersionCommand() }, .init("exit") { ExitCommand() },
      .init("fail") { FailCommand() },
      .init("open") { OpenCommand() }, .init("back") { BackCommand() },
      .init("home") { HomeCommand() }, .init("pwd") { PwdCommand() },
      .init("cd") { CdCommand() }, .init("ls") { LsCommand() },
    ]
  }

  var stages: [any Command] {
    BuiltInStage.allCases.compactMap { stage in
      switch stage {
      case .each: EachCommand()
      case .expectSchema: checks?.commands.first { $0.name == stage.rawValue }?.make()
      default: stage.command
      }
    }
  }
}
