import Glibc
import SeashellAPIs
import SeashellHosting
import SeashellKit
import SeashellModules
import SeashellStreams
import ShellChecks
import ShellCommands
import ShellHelp
import ShellJobs
import ShellOutput
import ShellRuntime
import ShellTerminal
import WebCurl

/// The values that a shell is made of, and the steps that make it.
///
/// The order of a start, which `ShellApp.run()` begins and ``begin()`` goes on with:
///
/// 1. The program's variables are taken from the environment (`TakenVariables`), before any program, such as that of a
///    module or of a stored secret, can inherit them.
/// 2. The options are read, and choose the process's role: it can bear a broken configuration.
/// 3. The configuration is read and an environment is chosen (`StartEnvironment`). Its variables of secrets
///    are taken, and then the tokens of other APIs: a variable of a secret may have such a name too.
/// 4. The client, the console (which the role may replace, as `mcp` does) and the context are made: all modules keep them.
/// 5. The APIs are known before the modules are created, which may look at them.
/// 6. The shell's own modules are loaded, then the API to start on is chosen, whose commands may need them; added
///    modules come last, so that none of them can take the name of one of the shell's own.
@MainActor
struct Launch {
  let program: Program
  private let taken: TakenVariables
  let parts: ProgramParts
  let start: StartEnvironment
  let settings: ShellSettings
  let interrupts: Interrupts
  let embedded: EmbeddedAPI?
  /// The prompt; nil for a script or a command.
  let session: PromptSession?

  let bus: EventBus
  let secrets = SecretTexts()
  /// The requests of tests.
  let requests = SentRequests()
  let pool: TransportPool
  /// What stores answers and writes for times without a network; nil in a process of tests.
  let storage: (any OfflineStorage)?
  let reporter: TestReporter?
  /// Prints a line above the prompt or to standard error, from any thread.
  private let report: @Sendable (String) -> Void

  init(
    _ program: Program, _ taken: TakenVariables, _ parts: ProgramParts, _ start: StartEnvironment,
    _ settings: ShellSettings, _ interrupts: Interrupts, embedded: EmbeddedAPI?,
    _ session: PromptSession?
  ) throws {
    (self.program, self.taken, self.parts, self.start) = (program, taken, parts, start)
    (self.settings, self.interrupts) = (settings, interrupts)
    (self.embedded, self.session) = (embedded, session)
    let report = Self.reporter(session)
    self.report = report
    bus = EventBus { error, event in
      report(EventBus.report(error, of: event, message: ShellError(error).message))
    }
    storage = taken.test == nil ? parts.storage?(program.directories) : nil
    pool = TransportPool(userAgent: program.identity.userAgent)
    reporter = try taken.test.map { [secrets] in
      try TestReporter($0, secrets: secrets, retries: settings.retries)
    }
  }

  /// Makes the shell, with its modules.
  ///
  /// - Throws: `ConfigurationError` if a module cannot use its section of the configuration; `ShellError` if
  ///   something else cannot be used.
  func begin() throws -> LaunchedShell {
    // What comes before the tests of a file is theirs, too.
    if taken.test != nil { CookieJars.shared.isOn = true }
    let client = client()
    let streams = streams()
    let context = context(client, console: console(streams.streams, streams.progress))
    let configured = ConfiguredAPIs(program, start, own: context, tokens: taken.tokens)
    let changes = ExternalChanges(context.apis, embedded: embedded, notifies: session != nil)
    let shell = try shell(context, streams.streams, configured, changes)
    context.apis.add(OpeningAPIs(context.apis, configured, shell.modules))
    let deletions = leaving(places: shell.places, context)
    let external = try loadModules(of: context, into: shell, configured)
    return LaunchedShell(
      shell: shell, context: context, changes: changes, external: external,
      reporter: reporter, deletions: deletions)
  }

  private static func reporter(_ session: PromptSession?) -> @Sendable (String) -> Void {
    guard let session else { return { LaunchedProcess.writeError($0) } }
    return LineRelay { [weak session] in session?.report($0) }.report
  }

  // MARK: Client and context

  private func client() -> EnvironmentClient {
    let (verbose, tracesCurl) = (settings.verbose, settings.tracesCurl)
    var shared = ClientParts(
      events: bus,
      transports: start.isBlocked
        ? BlockedTransport("the configuration is broken")
        : ProgramTransports(
          given: parts.transports, embedded: embedded, pool: pool,
          completes: program.options.completes))
    shared.isTesting = taken.test != nil
    shared.retrySetting = settings.retries
    shared.anonymous = settings.anonymous
    shared.tracer = RequestTracer(
      secrets: secrets,
      trace: { [report] line in
        if verbose.isRaised { report(line()) }
      },
      traceCommand: { [requests, report] line in
        requests.add(line)
        guard tracesCurl.isRaised else { return false }
        report(line())
        return true
      })
    return EnvironmentClient(start.chosen, of: program.api, sharing: shared)
  }

  private func streams() -> (streams: StandardStreams, progress: ScriptProgress) {
    let progress = ScriptProgress(interrupts, settings)
    return (
      session?.streams ?? .standard(interrupts, settings, willShow: progress.makeWay), progress
    )
  }

  private func console(_ streams: StandardStreams, _ progress: ScriptProgress) -> any Console {
    let own: any Console =
      session?.console
      ?? ScriptConsole(
        streams: streams, settings: settings, scriptIsInput: program.options.source == .input,
        reader: PlainLineReader(), display: progress.display)
    guard program.options.runsOneCommand, let role = program.options.role else { return own }
    return role.console(around: own)
  }

  private func context(_ client: EnvironmentClient, console: any Console) -> ModuleContext {
    let (identity, options) = (program.identity, program.options)
    let context = ModuleContext(
      identity: identity, bus: bus,
      environments: EnvironmentRegistry(
        start.catalogue.all, client: client, isInsecure: start.catalogue.isInsecure),
      console: console, directories: program.directories, storage: storage,
      offline: settings.offline)
    context.launchToken = start.token.map {
      LaunchToken(identity.tokenVariable, $0, for: start.chosen)
    }
    context.offline.sendsInBackground = session != nil
    context.runsOneCommand = session == nil && options.runsOneCommand && !options.serves
    context.runsScript = session == nil && !context.runsOneCommand
    context.sections = ModuleSections(start.configuration)
    return context
  }

  // MARK: Shell

  private func shell(
    _ context: ModuleContext, _ streams: StandardStreams, _ configured: ConfiguredAPIs,
    _ changes: ExternalChanges
  ) throws -> Shell {
    let process = ProgramProcess(
      program, context.client, libraries: parts.libraries, settings, interrupts)
    var host = ShellHost(
      identity: program.identity, bus: bus, process: process, environments: context.apis,
      help: HelpPages(program: program.identity.name), background: BackgroundJobs(bus: bus))
    if program.options.readsConfiguration {
      host.startupFile = StartupFile { [program] in "\(program.directories.configuration)/rc.sea" }
    }
    host.secrets = secrets
    host.schemas = configured.responses
    host.checks = checks(context, configured)
    host.eventTypes = [
      DataInserted.self, DataUpdated.self, DataDeleted.self, DataInvalidated.self,
      Unconnected.self, Reconnected.self, Unauthorized.self, Forbidden.self,
      QueuedWriteAdded.self, QueuedWriteSent.self, QueuedWriteFailed.self, SignedIn.self,
      SignedOut.self, EnvironmentChanged.self, AuthorizationChanged.self,
    ]
    host.followOthers = { durable in
      if let durable { try changes.follow(durable) } else { changes.follow() }
    }
    host.pin = { changes.pin($0, telling: $1) }
    let shared = ConfiguredStreams(context)
    host.streams = shared
    host.followShared = { try shared.follow($0) }
    host.health = [
      ProgramHealth(
        examination: Examination(
          context: context, program: program, startErrors: start.errors, embedded: embedded,
          descriptions: configured.store, libraries: { process.libraries }))
    ]
    return try Shell(
      host, settings: settings, streams: streams, console: context.console, interrupts: interrupts)
  }

  private func checks(_ context: ModuleContext, _ configured: ConfiguredAPIs) -> Checks {
    let tests = TestProgram(variable: program.identity.testVariable) { [program, taken] in
      TestProgram.Launch(
        arguments: program.options.launchWords(on: configured.otherThanAtStart),
        environment: LaunchedProcess.environment(with: taken.variables))
    }
    let directories = program.directories
    return Checks(program: tests, reporter: reporter, requests: requests) { [apis = context.apis] in
      try KeptState(directories, readAgain: apis.readAgain).restore
    }
  }

  /// Leaves the places of what is deleted.
  private func leaving(places: Places, _ context: ModuleContext) -> Subscription {
    bus.subscribeOnMain(to: DataDeleted.self) {
      // A weak reference to the shell itself would make each of its retains slower.
      [weak places, console = context.console, apis = context.apis] event in
      if event.id != nil, event.environment == apis.chosenAPI.client.environmentID,
        let path = event.path
      {
        places?.leave(deleted: path, notifying: console)
      }
    }
  }

  // MARK: Modules

  private func loadModules(
    of context: ModuleContext, into shell: Shell, _ configured: ConfiguredAPIs
  ) throws -> ExternalModules {
    let (modules, registry) = (try parts.modules(context), shell.modules)
    let section = try ModulesSection(context, names: modules.map(\.name))
    let external = ExternalModules(
      context, host: registry, limits: section.limits, verbose: settings.verbose,
      variable: LaunchedProcess.variable
    ) { [pool] in pool.transport(.forModules) }
    try registry.load(
      ModulesModule(
        host: registry, control: external, limits: external.limits, others: parts.moduleCommands,
        variable: LaunchedProcess.variable),
      checksLater: Self.checksLater)
    registry.suggested = modules.first { !section.disabled.contains($0.name) }
    for module in modules {
      if section.disabled.contains(module.name) {
        registry.keepDisabled(module)
      } else {
        try registry.load(module, checksLater: Self.checksLater)
      }
    }
    try configured.chooseFirst(start, isTyped: session != nil)
    try context.sections.check()
    if program.options.readsConfiguration, program.options.runsCommands { external.loadAdded() }
    return external
  }

  /// Whether a module's commands are checked only when it is first used.
  ///
  /// In debug mode, in which authors build and test, they are checked at once. In a release build, creating
  /// the specifications of unused commands would take a fifth of a short run's time.
  private static var checksLater: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}

/// A shell with its modules, and what lives as long as it.
@MainActor
struct LaunchedShell {
  let shell: Shell
  let context: ModuleContext
  let changes: ExternalChanges
  let external: ExternalModules
  /// Receives the results of tests, if the process runs those of a file.
  let reporter: TestReporter?
  let deletions: Subscription

  /// The first example of the first module, for users to try.
  var suggestion: String? { shell.modules.example?.line }
}
