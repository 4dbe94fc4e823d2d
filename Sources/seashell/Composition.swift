import CoreSystem
import ShellOutput
import ShellRuntime
import ShellCommands
import APIPlugin
import EnvironmentsPlugin
import Glibc
import ProductsPlugin
import ReviewsPlugin
import SeashellKit
import ServePlugin
import SessionPlugin
import ShopBackend
import ShellTerminal

/// Puts the shell together: its streams, its client, its modules.
@MainActor
enum Composition {
  static let version = "0.1.0"

  /// Does what the command line asks for.
  ///
  /// - Parameter words: the command line's words; nil where they are no text.
  /// - Returns: the status to end with.
  static func run(_ words: [String]?) async -> ExitStatus {
    let token = StartEnvironment.takeToken()
    let settings = ShellSettings()
    let interrupts = Interrupts(handlesSignal: true, willEnd: TerminalGuard.putBack)
    do {
      guard let words else { throw ShellError(.usage, "a word of the command line is not UTF-8") }
      let options = try StartOptions(words)
      options.apply(to: settings)
      let directories = Directories(environment: environmentVariable)
      let isInteractive = options.source == .input && PromptSession.isPossible
      let start = try StartEnvironment(
        options, directories: directories, token: token, isInteractive: isInteractive,
        variable: environmentVariable)
      if isInteractive {
        let session = PromptSession(
          settings: settings, interrupts: interrupts, directories: directories)
        warn(of: start, settings) { session.streams }
        return await prompt(
          in: session, options,
          try parts(options, start, settings, interrupts, directories, session))
      }
      warn(of: start, settings) { standardStreams(interrupts) }
      return await run(
        options.source,
        in: try parts(options, start, settings, interrupts, directories, nil).shell)
    } catch let error as ConfigurationError {
      standardStreams(interrupts).tell(error.diagnostic, format: settings.output)
      return error.shellError.status
    } catch {
      let error = ShellError(error)
      standardStreams(interrupts).tell(
        Diagnostic(error, file: "seashell"), format: settings.output)
      return error.status
    }
  }

  /// Tells of what the user should know at every start, quiet or not.
  private static func warn(
    of start: StartEnvironment, _ settings: ShellSettings, _ streams: () -> StandardStreams
  ) {
    if let flaw = start.flaw {
      let streams = streams()
      streams.tell(flaw.diagnostic, format: settings.output)
      streams.tell("the configuration is not used: you are on the embedded shop")
    }
    if start.catalogue.isInsecure {
      streams().tell(
        "--insecure: no server has to prove who it is, and others may read and change what is sent")
    }
  }

  private static func standardStreams(_ interrupts: Interrupts) -> StandardStreams {
    StandardStreams(interrupt: interrupts.flag, reader: TerminalStyle.reader)
  }

  /// What works together.
  private struct Parts {
    let shell: Shell
    let context: ModuleContext
    let feed: OthersFeed
    let directories: Directories
  }

  private static func run(_ source: StartOptions.Source, in shell: Shell) async -> ExitStatus {
    switch source {
    case .input: await shell.run(descriptor: STDIN_FILENO, named: "stdin")
    case .text(let text): await shell.run(text: text, named: "-c")
    case .file(let path, let arguments): await shell.run(file: path, arguments: arguments)
    case .words(let words): await shell.run(words: words)
    case .version: await shell.run(words: ["version"])
    case .help: await shell.run(help: HelpText(StartOptions.specification, path: "seashell"))
    }
  }

  /// Has a user type, and brings what others do to the embedded shop meanwhile.
  private static func prompt(
    in session: PromptSession, _ options: StartOptions, _ parts: Parts
  ) async -> ExitStatus {
    let stop = parts.feed.follow()
    defer { stop() }
    return await session.run(
      parts.shell, client: parts.context.client,
      startup: options.readsConfiguration ? "\(parts.directories.configuration)/rc.sea" : nil)
  }

  private static func parts(
    _ options: StartOptions, _ start: StartEnvironment, _ settings: ShellSettings,
    _ interrupts: Interrupts, _ directories: Directories, _ session: PromptSession?
  ) throws -> Parts {
    let tell = teller(session)
    let bus = EventBus { error, event in
      tell("a listener of \(event.eventName) failed: \(type(of: error))")
    }
    let verbose = settings.verbose
    let embedded = EmbeddedTransport(database: "\(directories.data)/shop.db")
    let pool = TransportPool()
    let client = EnvironmentClient(
      start.chosen, events: bus, trace: { line in if verbose.isRaised { tell(line()) } },
      transports: { [isBlocked = start.isBlocked] environment in
        if isBlocked { return BlockedTransport() }
        return environment.name == Configuration.embedded
          ? embedded : pool.transport(environment.transport)
      })

    let streams = session?.streams ?? standardStreams(interrupts)
    let shell = try Shell(
      version: version, bus: bus, settings: settings, streams: streams, interrupts: interrupts,
      environment: environmentVariable)
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
      console: console,
      directories: directories)
    let modules: [any FeatureModule] = [
      APIModule(context), EnvironmentsModule(context), ProductsModule(context),
      ReviewsModule(context), ServeModule(context),
      try start.token.map { try SessionModule(context, token: $0) } ?? SessionModule(context),
    ]
    for module in modules { try shell.modules.load(module) }
    let feed = OthersFeed(context, embedded: embedded, notifies: session != nil)
    shell.followOthers = { feed.follow() }
    return Parts(shell: shell, context: context, feed: feed, directories: directories)
  }

  /// Gives what tells a line from any thread: on standard error, or where a prompt wants it.
  private static func teller(_ session: PromptSession?) -> @Sendable (String) -> Void {
    guard let session else { return { write($0) } }
    return LineRelay { [weak session] in session?.tell($0) }.tell
  }

  /// Writes a line on standard error, from any thread.
  private nonisolated static func write(_ line: String) {
    let text = TerminalText.escaped(line) + "\n"
    _ = text.utf8.withContiguousStorageIfAvailable {
      Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }

  private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
