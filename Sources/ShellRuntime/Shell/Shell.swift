package import CoreEvents
import CoreSystem
package import ShellCommands
import ShellLanguage
package import ShellOutput

/// A shell, which runs its own commands and those of the loaded modules.
///
/// It reads statements from a text, a file, standard input or a prompt, or runs a single command.
/// It writes results to the output of its streams and errors to their error output.
///
/// A subshell is a shell with a parent. It runs statements beside those of its parent, as jobs, rules and
/// `watch` do.
@MainActor
package final class Shell {
  /// What the program gives to the shell.
  package let host: ShellHost
  /// The main shell, if this is a subshell; nil for the main shell.
  ///
  /// A subshell of a subshell has the same parent, so that none is kept by those it has made.
  package let parent: Shell?
  /// The shell's own commands and the modules, which can be loaded and unloaded at any time.
  package let modules: ModuleRegistry
  /// The settings.
  package let settings: ShellSettings
  /// The environments that the requests of a subshell go to; nil for the main shell, whose the user chooses.
  package let targets: RequestTargets?
  /// Where the user is, in each environment.
  package let places: Places
  /// The outputs for results and errors.
  package let streams: StandardStreams
  /// Shows the notices of commands and asks their questions.
  package let console: any Console
  /// Delivers Ctrl-C to running commands.
  package let interrupts: Interrupts
  /// The recent events, which `events` lists.
  package private(set) var events: EventLog
  // These three are read several times for each line, where a check of exclusive access at run time
  // shows, and nothing that runs while one of them is changed reads it.
  @exclusivity(unchecked) package var variables: Variables
  /// What holds for the statements that run now.
  @exclusivity(unchecked) package var scope = RunScope()
  /// What is used again for a line like the one before.
  @exclusivity(unchecked) var lastUsed = LastUsed()
  /// The aliases by name.
  package var aliases: [String: Alias] = [:]

  /// Creates a shell without modules.
  ///
  /// - Parameters:
  ///   - host: what the program gives to the shell.
  ///   - settings: the settings chosen at the start.
  ///   - streams: the outputs for results and errors.
  ///   - console: shows the notices of commands and asks their questions; by default it writes to the
  ///     streams and cannot ask.
  ///   - interrupts: delivers Ctrl-C to running commands.
  /// - Throws: ``ShellError`` if two of the shell's own commands have one name.
  package init(
    _ host: ShellHost, settings: ShellSettings, streams: StandardStreams,
    console: (any Console)? = nil, interrupts: Interrupts = Interrupts()
  ) throws {
    self.host = host
    parent = nil
    targets = nil
    modules = try ModuleRegistry(
      bus: host.bus, program: host.identity.name, commands: host.builtins,
      stages: { ShellHost.stages },
      sources: host.help.completionSources + host.background.completionSources,
      apis: host.environments)
    self.settings = settings
    places = Places(modules: modules, host.environments, bus: host.bus)
    self.streams = streams
    self.console =
      console
      ?? ScriptConsole(streams: streams, settings: settings, scriptIsInput: true, reader: nil)
    self.interrupts = interrupts
    events = EventLog(bus: host.bus, excluding: [CommandFinished.self])
    variables = Variables(environment: host.environment)
  }

  /// Creates a subshell.
  ///
  /// It has copies of the other shell's settings, variables, aliases and places, shares its modules, and
  /// sends its requests to the environments that are chosen now.
  ///
  /// - Parameters:
  ///   - parent: the other shell.
  ///   - streams: the outputs of its commands.
  ///   - console: the console of its commands.
  package init(subshellOf parent: Shell, streams: StandardStreams, console: any Console) {
    host = parent.host
    self.parent = parent.main
    targets = parent.targets?.copy() ?? host.environments.targets()
    modules = parent.modules
    settings = parent.settings.copy()
    places = parent.places.copy()
    self.streams = streams
    self.console = console
    interrupts = Interrupts()
    events = parent.events
    variables = parent.variables
    aliases = parent.aliases
    scope.runsTypedStatement = parent.replacesAliases
    // Only the shell itself reads the user's input.
    scope.readsScriptFromInput = true
  }

  /// The shell itself, of which this may be a subshell.
  package var main: Shell { parent ?? self }

  /// Runs a subshell's statement, whose requests go to the environments of the subshell.
  package func bound<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await RequestTargets.$bound.withValue(targets, operation: body)
  }

  /// Whether the current statement was typed: only then the user is asked for what the
  /// statement leaves out.
  package var isTyped: Bool { scope.prompt != nil && scope.scriptDepth == 0 }

  /// Whether the user has interrupted the current statement.
  package var isInterrupted: Bool { interrupts.flag.isRaised }

  /// Where results go.
  package var destination: Destination { scope.outlet?.destination ?? streams.destination }

  /// The API of the command that a form asks for; nil if that is one of the shell, or no form asks.
  package internal(set) var formAPI: String?

  /// The console on which a form asks for what a command leaves out; nil inside a script file, and
  /// if there is no user to answer.
  var formConsole: (any Console)? {
    guard scope.scriptDepth == 0 else { return nil }
    if let prompt = scope.prompt { return prompt.console }
    return console.isInteractive ? console : nil
  }

  /// The source of a value that a setting gets now.
  var settingSource: SettingSource {
    guard scope.scriptDepth > 0, let (name, line) = scope.scriptPlace?() else { return .here }
    let file = host.startupFile
    return .script(name == file?.path ? file?.name ?? name : name, line: line)
  }

  /// Adds finished commands to the events that `events` lists; a script runs too many for that.
  func logCommands() { events = EventLog(bus: host.bus) }

  /// Asks waiting commands to finish, as SIGTERM does.
  package func terminate() { interrupts.termination.request() }

  /// Calls a body in which a command runs other commands.
  ///
  /// - Throws: ``ShellError`` if commands run inside one another too deeply, and what the body
  ///   throws.
  func nesting<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard scope.commandDepth < RunScope.maximumCommandDepth else {
      throw ShellError(
        .limit, "commands are nested more than \(RunScope.maximumCommandDepth) deep")
    }
    scope.commandDepth += 1
    defer { scope.commandDepth -= 1 }
    return try await body()
  }
}

extension Shell {
  /// What a shell keeps for the next line, since most lines of a script are alike.
  struct LastUsed {
    /// A command, the three words that mean it, and what else that depends on.
    struct BehindAPI {
      let words: [String]
      let currentAPI: String?
      let version: Int
      let entry: CommandTable.Entry
    }

    /// The built-in command that was found last.
    var builtin: CommandTable.Entry?
    /// The command that was found last behind the name of its API.
    var behindAPI: BehindAPI?
    /// The output of the last built-in command.
    var output: Output?
  }
}
