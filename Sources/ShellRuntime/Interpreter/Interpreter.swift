import ShellCommands
import ShellOutput

/// The parts that run statements on one state: of the shell, or of a subshell.
@MainActor
final class Interpreter {
  let state: ShellState
  let commands: CommandRunner
  let pipelines: PipelineRunner
  let scripts: ScriptRunner
  let errors: ErrorReporter
  let rules: RuleRunner
  private let resolver: CommandResolver

  init(_ state: ShellState) {
    self.state = state
    let secrets = SecretGuard(state: state)
    errors = ErrorReporter(state: state, secrets: secrets)
    resolver = CommandResolver(state, secrets: secrets)
    commands = CommandRunner(
      state, resolver: resolver, forms: FormFiller(state: state, secrets: secrets))
    pipelines = PipelineRunner(state, commands: commands, resolver: resolver)
    scripts = ScriptRunner(state, pipelines: pipelines, errors: errors)
    let jobs = JobRunner(state, secrets: secrets, makeSubshell: Self.subshell)
    rules = RuleRunner(state, jobs: jobs, secrets: secrets)
    pipelines.startJob = { try jobs.start($0, text: $1) }
    pipelines.statementCommands["on"] = { [unowned rules] in try rules.add($0, text: $1) }
    let watcher = Watcher(state, secrets: secrets, makeSubshell: Self.subshell)
    pipelines.statementCommands["watch"] = { try await watcher.run($0, text: $1) }
  }

  /// The shell's own commands.
  var builtins: [any Command] {
    [
      HelpCommand(state: state, resolver: resolver), HistoryCommand(state: state),
      ClearCommand(state: state), AliasCommand(state: state),
      UnaliasCommand(state: state), LetCommand(state: state), UnsetCommand(state: state),
      PrintCommand(), SetCommand(state: state),
      SourceCommand(state: state, scripts: scripts), TimeCommand(state: state, commands: commands),
      SleepCommand(clock: state.clock), EventsCommand(state: state),
      VersionCommand(state: state), ExitCommand(state: state),
      JobsCommand(state: state), WaitCommand(state: state, rules: rules),
      CancelCommand(state: state),
      OnCommand(state: state), OffCommand(state: state, rules: rules),
      OpenCommand(state: state), BackCommand(state: state), HomeCommand(state: state),
      PwdCommand(state: state), WatchCommand(), CompleteCommand(state: state),
    ]
  }

  /// The stages of pipelines.
  var stages: [any Command] {
    BuiltInStages.commands(state.settings) + [EachCommand(state: state, resolver: resolver)]
  }

  /// Creates a subshell.
  private static func subshell(
    of outer: ShellState, _ streams: StandardStreams, _ console: any Console
  ) -> Subshell {
    let state = ShellState(subshellOf: outer, streams: streams, console: console)
    let interpreter = Interpreter(state)
    var tables = (
      builtins: CommandTable(program: state.identity.name),
      stages: CommandTable(program: state.identity.name)
    )
    // The names are those of the shell itself, where they were checked.
    for command in interpreter.builtins { try? tables.builtins.add(command, of: nil) }
    for command in interpreter.stages { try? tables.stages.add(command, of: nil) }
    state.ownCommands = tables
    return Subshell(state, interpreter.pipelines, parts: interpreter)
  }
}
