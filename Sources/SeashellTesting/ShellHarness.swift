public import SeashellHosting
public import SeashellKit
import ShellChecks
import ShellHelp
import ShellJobs
import ShellOutput
package import ShellRuntime

/// A complete shell in memory, for testing modules: runs scripts, and returns their output.
///
/// Load a module with `harness.load(WishlistModule(harness.context))`.
@MainActor
public final class ShellHarness {
  /// The event bus of the shell and its modules.
  public let bus = EventBus()

  /// The console that the modules use.
  public let console: RecordingConsole

  /// The context for creating modules.
  public let context: ModuleContext

  package let shell: Shell

  private let client: EnvironmentClient
  private var users: StubUserSource?
  private let deletions: Subscription
  private let traced = Record<String>()
  private let output = MemorySink()
  private let errors = MemorySink()

  /// Creates a shell without modules.
  ///
  /// - Parameters:
  ///   - transport: answers the requests.
  ///   - environment: the name of the environment that the modules use.
  ///   - console: answers questions and records notices.
  ///   - directory: the folder of the shell's files. A test that writes files passes a ``TemporaryFolder``.
  ///   - clock: measures all waits.
  ///   - retries: when to send requests again; by default never.
  ///   - storage: stores responses of services and queued writes; nil for a shell without a storage.
  ///   - offline: whether commands may answer from stored responses, as `set offline` says.
  /// - Throws: `ConfigurationError` if the name of the environment is wrong.
  public init(
    _ transport: any Transport, environment name: String = "test",
    console: RecordingConsole = RecordingConsole(),
    directory: String = "/proc/nonexistent", clock: any Clock<Duration> = ContinuousClock(),
    retries: APIRetrySettings = .never, storage: (any OfflineStorage)? = nil,
    offline: OfflineMode = .never
  ) throws {
    self.console = console
    let identity = ShellIdentity("test", version: "0")
    let environment = try APIEnvironment(name, "http://localhost", version: "v1")
    let settings = ShellSettings()
    settings.offline.value = offline
    var parts = ClientParts(events: bus, transports: StubTransports { _ in transport })
    parts.retries = retries
    parts.retrySetting = settings.retries
    parts.anonymous = settings.anonymous
    parts.tracer = RequestTracer(
      trace: { [verbose = settings.verbose, traced] line in
        if verbose.isRaised { traced.add(line()) }
      },
      traceCommand: { [tracesCurl = settings.tracesCurl, traced] line in
        guard tracesCurl.isRaised else { return false }
        traced.add(line())
        return true
      })
    let client = EnvironmentClient(environment, sharing: parts)
    self.client = client
    context = ModuleContext(
      identity: identity, bus: bus,
      environments: EnvironmentRegistry([environment], client: client), console: console,
      clock: clock,
      directories: Directories(name: identity.name) { $0.hasPrefix("XDG_") ? directory : nil },
      storage: storage, offline: settings.offline)
    var host = ShellHost(
      identity: identity, bus: bus, process: StubProcess(), environments: context.apis,
      help: HelpPages(program: identity.name), background: BackgroundJobs(bus: bus))
    host.clock = clock
    host.secrets = parts.tracer.secrets
    host.checks = Checks()
    shell = try Shell(
      host, settings: settings, streams: StandardStreams(output: output, errors: errors),
      console: console)
    deletions = bus.subscribeOnMain(to: DataDeleted.self) {
      // A weak reference to the shell itself would make each of its retains slower.
      [weak places = shell.places, console] event in
      if event.id != nil, let path = event.path {
        places?.leave(deleted: path, notifying: console)
      }
    }
  }

  deinit {
    // An authorizer may hold its client, and through it the whole shell.
    client.authorizer = nil
  }

  /// Runs a script in the shell.
  ///
  /// - Returns: the exit status, and what the script wrote to standard output and standard error.
  public func run(_ text: String) async -> (status: Int32, output: String, errors: String) {
    let (outputStart, errorsStart) = (output.bytes.count, errors.bytes.count)
    let status = await shell.run(text: text, named: "test")
    return (
      status.rawValue, String(decoding: output.bytes[outputStart...], as: UTF8.self),
      String(decoding: errors.bytes[errorsStart...], as: UTF8.self)
    )
  }

  /// The path of the current place, `products/p-7`, after `open`; nil at home.
  public var place: String? { shell.place(fitting: .max) }

  /// The lines of the trace and of loggers since `set verbose on` or `set trace curl` was run.
  public var trace: [String] { traced.elements }

  /// The loaded modules, by name.
  public var modules: [any FeatureModule] { shell.modules.modules }

  /// The shell as its modules see it.
  public var port: any ShellPort { shell.modules }

  /// Gives the sections of a configuration to the modules that are created from now on.
  ///
  /// - Parameter text: the text of `config.json`.
  /// - Throws: `ConfigurationError` if the text is wrong.
  public func configure(_ text: String) throws {
    context.sections = ModuleSections(try Configuration(parsing: text, from: "config.json"))
  }

  /// Gives an access token to the module that signs in, as if the shell had been started with it.
  ///
  /// Call it before that module is created.
  public func setToken(_ text: String) {
    context.launchToken = LaunchToken(context.identity.tokenVariable, text, for: nil)
  }

  /// Lets a stub say who is signed in, as a module that signs in does.
  ///
  /// - Parameter answer: returns the user.
  public func setUser(_ answer: @escaping @Sendable () async -> SignedInUser?) {
    let source = StubUserSource(answer)
    context.user.install(source)
    users = source
  }

  /// Loads a module.
  ///
  /// - Throws: `ShellError` if the module's name is taken or one of its specifications is wrong, and
  ///   what the module's own `load` throws.
  public func load(_ module: any FeatureModule) throws { try shell.modules.load(module) }

  /// Unloads a module.
  ///
  /// - Throws: `ShellError` if no module has that name.
  public func unload(_ name: String) throws { try shell.modules.unload(name) }

  /// Returns the loaded modules' candidates for a completion kind, without waiting for requests.
  ///
  /// - Parameters:
  ///   - kind: the kind: `products.id`.
  ///   - prefix: the beginning of the word.
  public func completions(of kind: CompletionKind, for prefix: String) -> [CompletionSource
    .Candidate]
  {
    shell.modules.completions(of: kind, for: prefix)
  }

  /// Ends a command that waits for termination, as SIGTERM does.
  public func terminate() {
    shell.terminate()
  }
}

extension EnvironmentID {
  /// The environment of a ``SeashellTesting/ShellHarness``, unless a test gives it another name: `shop:test`.
  public static let test = EnvironmentID(api: "shop", name: "test")
}
