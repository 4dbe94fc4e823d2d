import CoreSystem
import ShellRuntime
import ShellChecks
import ShellHelp
import ShellJobs
import ShellCommands
import SeashellAPIs
import SeashellKit
import SeashellModules
import SeashellStreams
import ShellTerminal
import WebCurl
import Glibc

@MainActor
struct AssembledShell {
  let shell: Shell
  let client: EnvironmentClient
  let context: ModuleContext
  let changes: ExternalChanges
  let apis: ConfiguredAPIs
  let external: ExternalModules
  let first: (any FeatureModule)?
  /// Receives the results of tests, if the process runs those of a file.
  let reporter: TestReporter?
  private let deletions: Subscription

  /// Creates the client and the shell, and loads the modules.
  ///
  /// `session` is nil for a script or a single command; `token` is the access token that the
  /// process was started with. `embedded` answers requests to the environment `embedded`. `test` is how the
  /// process runs the tests of a file, if it does. Without
  /// `storage`, the shell stores nothing.
  init(
    _ identity: ShellIdentity, api: String, others: [CompiledAPI], _ options: StartOptions,
    _ start: StartEnvironment,
    _ settings: ShellSettings, _ interrupts: Interrupts, _ directories: Directories,
    _ session: PromptSession?, token: String?, embedded: EmbeddedAPI?,
    test: TestSettings?, storage: (any OfflineStorage)?,
    transports: [any TransportProvider],
    moduleCommands: @escaping @MainActor @Sendable () -> [any Command], builtIn: [APIEnvironment],
    libraries: @escaping @MainActor () -> [LibraryVersion],
    modules: (ModuleContext) throws -> [any FeatureModule]
  ) throws {
    let report = Self.reporter(session)
    let bus = EventBus { error, event in
      report(EventBus.report(error, of: event, message: ShellError(error).message))
    }
    let (verbose, tracesCurl) = (settings.verbose, settings.tracesCurl)
    let secrets = SecretTexts()
    reporter = try test.map {
      try TestReporter($0, secrets: secrets, retries: settings.retries)
    }
    // What comes before the tests of a file is theirs, too.
    if test != nil { CookieJars.shared.isOn = true }
    let requests = SentRequests()
    let pool = TransportPool(userAgent: identity.userAgent)
    client = EnvironmentClient(
      start.chosen, of: api, isTesting: test != nil, events: bus, retrySetting: settings.retries,
      anonymous: settings.anonymous, secrets: secrets,
      trace: { line in if verbose.isRaised { report(secrets.masked(line())) } },
      traceCommand: { [requests] line in
        requests.add { secrets.masked(line()) }
        guard tracesCurl.isRaised else { return false }
        report(secrets.masked(line()))
        return true
      },
      transports: start.isBlocked
        ? BlockedTransport("the configuration is broken")
        : ProgramTransports(
          given: transports, embedded: embedded, pool: pool, completes: options.completes))
    let progress = ScriptProgress(interrupts, settings)
    let streams = session?.streams ?? .standard(interrupts, settings, willShow: progress.makeWay)
    let ownConsole: any Console =
      session?.console
      ?? ScriptConsole(
        streams: streams, settings: settings, scriptIsInput: options.source == .input,
        reader: PlainLineReader(), display: progress.display)
    let console =
      options.runsOneCommand ? options.role?.console(around: ownConsole) ?? ownConsole : ownConsole
    let context = ModuleContext(
      identity: identity, bus: bus, client: client,
      environments: EnvironmentRegistry(
        start.catalogue.all, client: client, isInsecure: start.catalogue.isInsecure),
      console: console, directories: directories,
      token: start.token.map { LaunchToken(identity.tokenVariable, $0, for: start.chosen) },
      storage: storage,
      offline: settings.offline)
    self.context = context
    context.offline.sendsInBackground = session != nil
    context.runsOneCommand = session == nil && options.runsOneCommand && !options.serves
    context.runsScript = session == nil && !context.runsOneCommand
    context.sections = ModuleSections(start.configuration)
    apis = ConfiguredAPIs(
      start,
      file: options.readsConfiguration
        ? ConfigurationFile(directories) : nil,
      builtIn: builtIn, compiled: others, own: context, token: token, storage: storage,
      offline: settings.offline)
    let changes = ExternalChanges(context.apis, embedded: embedded, notifies: session != nil)
    self.changes = changes
    var host = ShellHost(
      identity: identity, bus: bus, help: HelpPages(program: identity.name),
      background: BackgroundJobs(bus: bus))
    host.environment = LaunchedProcess.variable
    host.environmentNames = LaunchedProcess.variableNames
    if options.readsConfiguration {
      host.startupFile = StartupFile { "\(directories.configuration)/rc.sea" }
    }
    host.environments = RequestEnvironments(context.apis)
    host.secrets = secrets
    let opening = OpeningAPIs(context.apis, apis)
    let checks = Checks(reporter: reporter, requests: requests) {
      try KeptState(directories, readAgain: opening.readConfigurationAgain).restore
    }
    host.checks = checks
    host.environments.openAPI = { try opening.open($0) }
    host.schemas = opening.schemas
    context.apis.trustsStatus = { [apis] in apis.configured($0)?.trustsStatus ?? true }
    context.apis.readPages = { opening.pages(of: $0, from: $1) }
    context.apis.readSecurity = { opening.security(of: $0) }
    context.apis.loadCommands = { opening.openOrReport($0) }
    // Created when the commands are needed, since most runs need none of them.
    context.apis.commands = { [apis, unowned context] in
      APIManager(
        context.apis, opening.store, configured: { apis.all },
        problem: { opening.problem($0) },
        reload: { opening.reload($0) },
        transport: { CurlTransport($0, userAgent: identity.userAgent) }
      ).commands
    }
    let modules = try modules(context)
    let section = try ModulesSection(
      context, names: modules.map(\.name))
    first = modules.first { !section.disabled.contains($0.name) }
    host.libraries = { UsedLibraries.all(with: libraries()) }
    host.facts = { [client, first] in
      ProgramFacts(
        of: identity, usesToken: client.authorizer != nil, hasEmbedded: embedded != nil,
        environment: EnvironmentCatalogue.standard(of: builtIn),
        example: Self.example(of: first))
    }
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
          context: context, builtIn: builtIn, readsConfiguration: options.readsConfiguration,
          startErrors: start.errors, embedded: embedded,
          libraries: { UsedLibraries.all(with: libraries()) }, variable: LaunchedProcess.variable))
    ]
    // Readline may change the variables of the locale later.
    let screenStyle = TerminalStyle.reader(of: STDOUT_FILENO, settings)
    host.liveScreen = {
      LiveView.isPossible ? LiveView(interrupts: interrupts, style: screenStyle()) : nil
    }
    shell = try Shell(
      host, settings: settings, streams: streams, console: console, interrupts: interrupts)
    opening.registry = shell.modules
    deletions = bus.subscribeOnMain(to: DataDeleted.self) {
      // A weak reference to the shell itself would make each of its retains slower.
      [weak places = shell.places, console, apis = context.apis] event in
      if event.id != nil, event.environment == apis.chosenAPI.client.environmentID,
        let path = event.path
      {
        places?.leave(deleted: path, notifying: console)
      }
    }
    external = ExternalModules(
      context, host: shell.modules, limits: section.limits, verbose: verbose,
      variable: LaunchedProcess.variable
    ) { pool.transport(.forModules) }
    try shell.modules.load(
      ModulesModule(
        host: shell.modules, control: external, limits: external.limits, others: moduleCommands,
        variable: LaunchedProcess.variable),
      checksLater: Self.checksLater)
    let registry = shell.modules
    func load(_ module: any FeatureModule) throws {
      guard !section.disabled.contains(module.name) else { return registry.keepDisabled(module) }
      try registry.load(module, checksLater: Self.checksLater)
    }
    for module in modules { try load(module) }
    if start.choices.current != api, !start.isBlocked {
      let current = try context.apis.ready(start.choices.current)
      context.apis.setCurrent(current)
      context.apis.requiresNames = session == nil && start.choices.currentSource == .variable
    }
    let startID = context.apis.current.client.environmentID
    checks.program = TestProgram(variable: identity.testVariable) { [unowned context, apis] in
      // The user may have chosen another environment since the start.
      let now = context.apis.current.client
      let chosen =
        now.environmentID == startID ? nil : "\(now.api):\(now.environment.shortName)"
      var taken = apis.takenTokens
      taken[identity.tokenVariable] = token
      return TestProgram.Launch(
        arguments: options.launchWords(on: chosen),
        environment: LaunchedProcess.environment(with: taken))
    }
    try context.sections.check()
    // Load these last, so that an added module cannot take a built-in module's name.
    if options.readsConfiguration, options.runsCommands {
      external.loadAdded()
      shell.modules.catchUp = { [weak external] in external?.catchUp() }
    }
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

  /// The first example of the first module, for users to try.
  var suggestion: String? { Self.example(of: first)?.line }

  static func example(of module: (any FeatureModule)?) -> CommandSpecification.Example? {
    module?.commands.lazy.compactMap { $0.specification.examples.first }.first
  }

  /// Returns a function that prints a line above the prompt or to standard error, from any thread.
  private static func reporter(_ session: PromptSession?) -> @Sendable (String) -> Void {
    guard let session else { return { LaunchedProcess.writeError($0) } }
    return LineRelay { [weak session] in session?.report($0) }.report
  }
}
