import CoreSystem
import CoreLoop
import ShellChecks
import ShellCommands
import ShellRuntime
import SeashellModules
public import ShellOutput
import Glibc
public import SeashellKit
import ShellTerminal

/// A shell as a program: it parses the command line, loads the modules, and runs a prompt, a script or a
/// command.
///
/// ```swift
/// @main struct OrdersShell {
///   static func main() {
///     ShellApp(
///       "orders", version: "1.0", environments: [try .init("live", "https://orders.example.com/v1")]
///     ) { context in
///       [OrdersModule(context), EnvironmentsModule(context)]
///     }.main()
///   }
/// }
/// ```
///
/// The folders of the program's files, and its environment variables, are named after the program:
/// `ORDERS_ENV` names the environment to start on, and `ORDERS_TOKEN` may hold an access token.
public struct ShellApp: Sendable {
  private let identity: ShellIdentity
  private let api: String
  private let environments: @Sendable () throws -> [APIEnvironment]
  private let embedded: (@Sendable (Directories) throws -> EmbeddedAPI)?
  private var others: [CompiledAPI] = []
  private var parts: ProgramParts

  /// Creates a shell.
  ///
  /// - Parameters:
  ///   - name: the program's name: letters, digits, `-`, `_` and `.`, with a letter first.
  ///   - version: the program's version.
  ///   - abstract: what the shell is for, without a full stop.
  ///   - api: the name of the API in events, `shop` in `shop:live`; by default the program's.
  ///   - environments: the shell's own environments; `config.json` can add and replace environments. The
  ///     shell starts on the first, unless the user chooses another.
  ///   - embedded: creates an API that runs inside the program, as the environment `embedded`, on which the
  ///     shell then starts. It receives the folders of the shell's files.
  ///   - offline: creates the storage for times when a service cannot be reached. It receives the folders
  ///     of the shell's files. By default nothing is stored.
  ///   - modules: creates the modules. The prompt suggests the first example of the first one.
  public init(
    _ name: String, version: String, abstract: String = "A shell for a REST API",
    api: String? = nil,
    environments: @autoclosure @escaping @Sendable () throws -> [APIEnvironment] = [],
    embedded: (@Sendable (Directories) throws -> EmbeddedAPI)? = nil,
    offline: (@Sendable (Directories) -> any OfflineStorage)? = nil,
    modules: @escaping @MainActor (ModuleContext) throws -> [any FeatureModule]
  ) {
    identity = ShellIdentity(name, version: version, abstract: abstract)
    self.api = api ?? name
    self.environments = environments
    self.embedded = embedded
    parts = ProgramParts(storage: offline, modules: modules)
  }

  /// Returns this shell with a further API, whose modules have a context of their own.
  ///
  /// ```swift
  /// ShellApp("orders", version: "1.0", environments: […]) { context in […] }
  ///   .withAPI("billing", environments: [try .init("live", "https://billing.example.com")]) { context in
  ///     [InvoicesModule(context)]
  ///   }
  /// ```
  ///
  /// Users write `billing invoices list`, or `invoices list` after `env use billing:live`. `config.json`
  /// may add environments under `apis`. The modules are created when the API is first used.
  ///
  /// - Parameters:
  ///   - name: the name, which must not be that of a command, a module or an environment.
  ///   - environments: its environments. Requests go to the first, unless the user chooses another.
  ///   - modules: creates the modules.
  public func withAPI(
    _ name: String,
    environments: @autoclosure @escaping @Sendable () throws -> [APIEnvironment],
    modules: @escaping @MainActor @Sendable (ModuleContext) throws -> [any FeatureModule]
  ) -> ShellApp {
    var app = self
    app.others.append(CompiledAPI(name: name, environments: environments, modules: modules))
    return app
  }

  /// Returns this shell with further roles of its process, such as `MCPModule.role`.
  ///
  /// - Parameter roles: one for each command that needs it.
  public func with(roles: [any ProcessRole]) -> ShellApp {
    var app = self
    app.parts.roles += roles
    return app
  }

  /// Returns this shell with further ways to its services, such as a socket of this machine.
  ///
  /// - Parameter transports: the first that has a transport for an environment is used, before the program's own.
  public func with(transports: [any TransportProvider]) -> ShellApp {
    var app = self
    app.parts.transports += transports
    return app
  }

  /// Returns this shell with further commands of the module `modules`, such as `NewModuleCommand()`.
  ///
  /// - Parameter moduleCommands: the commands, created when they are needed.
  public func with(
    moduleCommands: @autoclosure @escaping @MainActor @Sendable () -> [any Command]
  ) -> ShellApp {
    var app = self
    app.parts.moduleCommands = moduleCommands
    return app
  }

  /// Returns this shell with further libraries in `version -v` and `doctor`.
  ///
  /// - Parameter versions: returns the versions of libraries that only this program uses.
  package func withLibraries(
    _ versions: @escaping @MainActor @Sendable () -> [LibraryVersion]
  ) -> ShellApp {
    var app = self
    app.parts.libraries = versions
    return app
  }

  /// Runs the shell on this process's command line, and ends the process with its status.
  ///
  /// Call it from a `main` that is not `async`: the shell then has the process's first thread, on which
  /// it serves tasks, timers and connections alike.
  public func main() -> Never {
    // The loop opens files of its own.
    guard LaunchedProcess.checkOpenFiles(for: identity) else {
      exit(ExitStatus.failure.rawValue)
    }
    MainLoop.run { await self.main() }
  }

  /// Runs the shell on this process's command line, and ends the process with its status.
  ///
  /// A program with an `async` `main` works the same, but is slower: whatever it awaits passes through
  /// threads.
  @MainActor
  public func main() async -> Never {
    exit(
      await run { shell in
        // Leak the shell, since the process ends: freeing every command and module would take a tenth of a
        // short run's time.
        _ = Unmanaged.passRetained(shell)
      }.rawValue)
  }

  /// Runs the shell on this process's command line.
  ///
  /// Errors, such as those of an invalid environment, are printed on standard error.
  ///
  /// - Returns: the status to exit with.
  @MainActor
  public func run() async -> ExitStatus {
    await run { _ in }
  }

  @MainActor
  private func run(made: (Shell) -> Void) async -> ExitStatus {
    guard LaunchedProcess.prepare(for: identity) else { return .failure }
    let taken = TakenVariables(of: identity)
    let settings = ShellSettings()
    let interrupts = Interrupts(handlesSignal: true, willEnd: TerminalGuard.restore)
    do {
      let options = try options()
      options.apply(to: settings)
      var directories = try options.directories(
        of: identity, variable: LaunchedProcess.variable)
      if let test = taken.test {
        directories = try directories.forTests(in: test.folder)
        settings.retries.value = test.retries
      }
      let isInteractive = options.source == .input && PromptSession.isPossible
      if isInteractive { settings.offline.value = .auto }
      let embedded = try embedded?(directories)
      let program = Program(
        identity: identity, api: api, others: others, builtIn: try builtIn(embedded),
        options: options, directories: directories, token: taken.token, isInteractive: isInteractive
      )
      var session: PromptSession?
      func begin(ignoring error: ConfigurationError? = nil) throws -> LaunchedShell {
        let start = try StartEnvironment(program, ignoring: error)
        SecretVariables.process.take(start.configuration.secretVariables)
        if isInteractive, session == nil {
          session = PromptSession(
            identity, settings: settings, interrupts: interrupts, directories: directories)
        }
        let shell = try Launch(
          program, taken, parts, start, settings, interrupts, embedded: embedded, session
        ).begin()
        warn(about: start, settings) { session?.streams ?? .standard(interrupts, settings) }
        return shell
      }
      let launched: LaunchedShell
      do {
        launched = try begin()
      } catch let error as ConfigurationError
        where isInteractive || options.bearsBrokenConfiguration
      {
        // The modules report errors in their own sections.
        launched = try begin(ignoring: error)
      }
      made(launched.shell)
      let status = try await run(options, launched, session)
      launched.reporter?.finish(status)
      await launched.external.endAll()
      return status
    } catch let error as ConfigurationError {
      StandardStreams.standard(interrupts, settings).report(
        error.diagnostic, format: settings.output)
      return error.shellError.status
    } catch {
      let error = ShellError(error)
      StandardStreams.standard(interrupts, settings).report(
        Diagnostic(error, file: identity.name), format: settings.output)
      return error.status
    }
  }

  /// Starts the modules of the command line, and runs the commands.
  @MainActor
  private func run(
    _ options: StartOptions, _ launched: LaunchedShell, _ session: PromptSession?
  ) async throws -> ExitStatus {
    do {
      for module in options.modules { try await launched.external.open(module.record) }
    } catch {
      await launched.external.endAll()
      throw error
    }
    guard let session else {
      return await run(
        options.source, in: launched.shell,
        help: StartHelp(identity: identity, example: launched.suggestion ?? "help"))
    }
    return await prompt(in: session, launched)
  }

  private func options() throws -> StartOptions {
    guard identity.hasValidName else {
      throw ShellError(
        .failed, "the shell's name '\(identity.name)' is not valid",
        hint: "use 1 to 64 letters, digits, '-', '_' and '.', with a letter first")
    }
    guard let arguments = LaunchedProcess.arguments else {
      throw ShellError(.usage, "an argument on the command line is not UTF-8")
    }
    return try StartOptions(arguments, of: identity, roles: parts.roles)
  }

  private func builtIn(_ embedded: EmbeddedAPI?) throws -> [APIEnvironment] {
    var all = try environments()
    if let embedded {
      all.append(
        try .embedded(version: embedded.version, honorsKeys: embedded.honorsIdempotencyKeys))
    }
    var names: Set<String> = []
    for environment in all where !names.insert(environment.name).inserted {
      throw ShellError(.failed, "two environments of the shell are named '\(environment.name)'")
    }
    return all
  }

  /// Prints the warnings that even `--quiet` does not suppress.
  @MainActor
  private func warn(
    about start: StartEnvironment, _ settings: ShellSettings, _ streams: () -> StandardStreams
  ) {
    if let error = start.ignoredError {
      let streams = streams()
      streams.report(error.diagnostic, format: settings.output)
      streams.report("the configuration is ignored; requests go to \(start.chosen.name)")
    }
    for warning in start.configuration.warnings {
      streams().report("\(warning.path):\(warning.line): \(warning.message); \(warning.hint)")
    }
    if start.catalogue.isInsecure {
      streams().report(
        "--insecure: server certificates are not verified, so others may read and change requests")
    }
  }

  /// Runs the prompt, and reports changes by other users meanwhile.
  @MainActor
  private func prompt(
    in session: PromptSession, _ launched: LaunchedShell
  ) async -> ExitStatus {
    let stop = launched.changes.follow()
    defer { stop() }
    return await session.run(
      launched.shell, context: launched.context, suggestion: launched.suggestion)
  }
}
