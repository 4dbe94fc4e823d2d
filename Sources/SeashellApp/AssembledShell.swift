import CoreSystem
import ShellRuntime
import ShellCommands
import SeashellKit
import ShellTerminal

/// A shell with its modules loaded, and the client that they share.
@MainActor
struct AssembledShell {
  let shell: Shell
  let client: EnvironmentClient
  let changes: ExternalChanges

  /// Creates the client and the shell, and loads the modules.
  ///
  /// - Parameters:
  ///   - session: the terminal; nil for a script or a single command.
  ///   - embedded: answers the requests to the environment `embedded`.
  ///   - modules: creates the modules.
  /// - Throws: ``ShellError`` if a module cannot be loaded; ``ConfigurationError`` if the configuration
  ///   of a module is wrong, or no module knows a section.
  init(
    _ options: StartOptions, _ start: StartEnvironment, _ settings: ShellSettings,
    _ interrupts: Interrupts, _ directories: Directories, _ session: PromptSession?,
    embedded: EmbeddedAPI, modules: (ModuleContext) throws -> [any FeatureModule]
  ) throws {
    let report = Self.reporter(session)
    let bus = EventBus { error, event in
      report(EventBus.report(error, of: event))
    }
    let verbose = settings.verbose
    let pool = TransportPool()
    client = EnvironmentClient(
      start.chosen, events: bus, trace: { line in if verbose.isRaised { report(line()) } },
      transports: { [isBlocked = start.isBlocked] environment in
        if isBlocked { return BlockedTransport() }
        return environment.isEmbedded
          ? embedded.transport : pool.transport(environment.transport)
      })
    let streams = session?.streams ?? .standard(interrupts)
    shell = try Shell(
      version: SeashellVersion.current, bus: bus, settings: settings, streams: streams,
      interrupts: interrupts, environment: LaunchedProcess.variable)
    let console: any Console
    if let session {
      console = session.console
    } else {
      console = ScriptConsole(
        streams: streams, settings: settings, scriptIsInput: options.source == .input,
        reader: PlainLineReader())
      if options.source != .input { shell.console = console }
    }
    let context = ModuleContext(
      bus: bus, client: client,
      environments: EnvironmentRegistry(
        start.catalogue.all, client: client, isInsecure: start.catalogue.isInsecure),
      console: console, directories: directories)
    context.sections = ModuleSections(start.configuration)
    for module in try modules(context) { try shell.modules.load(module) }
    try context.sections.check()
    let changes = ExternalChanges(context, embedded: embedded, notifies: session != nil)
    self.changes = changes
    shell.followOthers = { changes.follow() }
  }

  /// Returns a function that prints a line above the prompt or to standard error, from any thread.
  private static func reporter(_ session: PromptSession?) -> @Sendable (String) -> Void {
    guard let session else { return { LaunchedProcess.writeError($0) } }
    return LineRelay { [weak session] in session?.report($0) }.report
  }
}
