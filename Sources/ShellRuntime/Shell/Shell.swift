package import CoreEvents
import CoreSystem
package import ShellCommands
import ShellLanguage
package import ShellOutput

/// A shell, which runs its own commands and those of the loaded modules.
///
/// It reads statements from a text, a file, standard input or a prompt, or runs a single command. It writes
/// results to the output of its streams and errors to their error output.
///
/// A subshell is a shell with a parent. It runs statements next to those of its parent, for jobs, rules and
/// `watch`.
@MainActor
package final class Shell {
  /// The parts that the program provides to the shell.
  package let host: ShellHost
  /// The main shell, if this is a subshell.
  ///
  /// A subshell of a subshell has the same parent, so that subshells do not retain each other.
  package let parent: Shell?
  /// The shell's own commands and the modules, which can be loaded and unloaded at any time.
  package let modules: ModuleRegistry
  package let settings: ShellSettings
  /// The environments for the requests of a subshell.
  ///
  /// In the main shell, the user chooses.
  package let targets: RequestTargets?
  /// The user's place in each environment.
  package let places: Places
  /// The outputs for results and errors.
  package let streams: StandardStreams
  /// Shows the notices of commands and asks their questions.
  package let console: any Console
  /// Delivers Ctrl-C to running commands.
  package let interrupts: Interrupts
  /// The recent events, which `events` lists.
  package private(set) var events: EventLog
  // These three are read several times for each line, so the check of exclusive access at run time would cost
  // time; and while one of them is changed, no other code reads it.
  @exclusivity(unchecked) package var variables: Variables
  /// The state of the running statements.
  @exclusivity(unchecked) package var scope = RunScope()
  /// Values that can be reused for a line like the previous one.
  @exclusivity(unchecked) var lastUsed = LastUsed()
  package var aliases: [String: Alias] = [:]
  /// The commands made with `def`, by name.
  @exclusivity(unchecked) package var definitions: [String: DefinedCommand] = [:]
  /// The current turn on the main actor.
  @exclusivity(unchecked) var turn = Turn()

  /// Creates a shell without modules.
  ///
  /// - Parameters:
  ///   - host: the parts that the program provides to the shell.
  ///   - settings: the settings chosen at the start.
  ///   - streams: the outputs for results and errors.
  ///   - console: shows the notices of commands and asks their questions; by default it writes to the streams
  ///     and cannot ask.
  ///   - interrupts: delivers Ctrl-C to running commands.
  /// - Throws: ``ShellError`` if two of the shell's own commands have the same name.
  package init(
    _ host: ShellHost, settings: ShellSettings, streams: StandardStreams,
    console: (any Console)? = nil, interrupts: Interrupts = Interrupts()
  ) throws {
    self.host = host
    parent = nil
    targets = nil
    modules = try ModuleRegistry(
      bus: host.bus, program: host.identity.name, commands: host.builtins,
      stages: { host.stages },
      sources: host.help.completionSources + host.background.completionSources
        + (host.checks?.completionSources ?? []),
      checks: host.health, apis: host.environments)
    self.settings = settings
    places = Places(modules: modules, host.environments, bus: host.bus)
    self.streams = streams
    self.console =
      console
      ?? ScriptConsole(streams: streams, settings: settings, scriptIsInput: true, reader: nil)
    self.interrupts = interrupts
    events = EventLog(bus: host.bus, excluding: [CommandFinished.self])
    variables = Variables(environment: host.process.variable)
  }

  /// Creates a subshell.
  ///
  /// It copies the other shell's settings, variables, aliases and places, shares its modules, and sends its
  /// requests to the environments that are current now.
  ///
  /// - Parameters:
  ///   - parent: the other shell.
  ///   - streams: the outputs of its commands.
  ///   - console: the console of its commands.
  ///   - interrupts: ends its commands.
  package init(
    subshellOf parent: Shell, streams: StandardStreams, console: any Console,
    interrupts: Interrupts = Interrupts()
  ) {
    host = parent.host
    self.parent = parent.main
    targets = parent.targets?.copy() ?? host.environments.requestTargets
    modules = parent.modules
    settings = parent.settings.copy()
    places = parent.places.copy()
    self.streams = streams
    self.console = console
    self.interrupts = interrupts
    events = parent.events
    variables = parent.variables
    aliases = parent.aliases
    definitions = parent.definitions
    scope.runsTypedStatement = parent.replacesAliases
    scope.commandDepth = parent.scope.commandDepth
    // Only the shell itself reads the user's input.
    scope.readsScriptFromInput = true
  }

  /// The parts of the manual besides the commands.
  package var facts: ProgramFacts { host.process.facts(example: modules.example) }

  /// The main shell, which is the parent of a subshell.
  package var main: Shell { parent ?? self }

  /// Runs a subshell's statement, with the subshell's environments for its requests.
  package func bound<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await RequestTargets.$bound.withValue(targets, operation: body)
  }

  /// Whether the current statement was typed, so that the user can be asked for missing values.
  package var isTyped: Bool { scope.prompt != nil && scope.scriptDepth == 0 }

  /// The types of events that are known.
  package var eventTypes: [any Event.Type] {
    let own: [any Event.Type] = [
      CommandFinished.self, JobFinished.self, ModuleLoaded.self, ModuleUnloaded.self,
      LocationChanged.self,
    ]
    return (own + host.eventTypes + modules.eventTypes + host.bus.knownTypes)
      .filter { $0 != DynamicEvent.self }
  }

  /// The names of the known events: those of the types, and those that were posted.
  package var eventNames: Set<String> {
    var names = Set(events.entries.map(\.name) + eventTypes.map { $0.name })
    names.remove(DynamicEvent.name)
    return names
  }

  /// Whether the user has interrupted the current statement.
  package var isInterrupted: Bool { interrupts.flag.isRaised }

  /// The destination of results.
  package var destination: Destination { scope.outlet?.destination ?? streams.destination }

  /// The API of the command for which a form is open; nil for a command of the shell, or without a form.
  package internal(set) var formAPI: String?

  /// The console for a form that asks for missing values; nil inside a script file, and if there is no user.
  var formConsole: (any Console)? {
    guard scope.scriptDepth == 0 else { return nil }
    if let prompt = scope.prompt { return prompt.console }
    return console.isInteractive ? console : nil
  }

  var settingSource: SettingSource {
    guard scope.scriptDepth > 0, let (name, line) = scope.scriptPlace?() else { return .here }
    let file = host.startupFile
    return .script(name == file?.path ? file?.name ?? name : name, line: line)
  }

  /// Adds finished commands to the list of `events`; a script runs too many of them for that.
  func logCommands() { events = EventLog(bus: host.bus) }

  /// Asks waiting commands to finish, as SIGTERM does.
  package func terminate() { interrupts.termination.request() }

  /// Throws if commands are nested too deeply.
  func nesting<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard scope.commandDepth < Bound.maximumDepth else {
      throw ShellError(
        .limit, "commands are nested more than \(Bound.maximumDepth) deep")
    }
    try StackRoom.check()
    scope.commandDepth += 1
    defer { scope.commandDepth -= 1 }
    return try await body()
  }
}

extension Shell {
  /// Values that a shell keeps for the next line, since most lines of a script are alike.
  struct LastUsed {
    /// A command, the words that mean it, and the state that this depends on.
    struct ModuleCommand {
      let words: [String]
      let currentAPI: String?
      let version: Int
      let entry: CommandTable.Entry
    }

    /// The built-in command that was found last.
    var builtin: CommandTable.Entry?
    /// The last command found after the name of its module or API.
    var ofModule: ModuleCommand?
    var output: Output?
  }
}
