import Environments
import Glibc
import Products
import Reviews
import SeashellKit
import Session
import ShellKit
import ShopBackend

/// Puts the shell together: its streams, its client, its modules.
@MainActor
enum Composition {
  static let version = "0.1.0"

  /// Does what the command line asks for.
  ///
  /// - Parameter words: the command line's words; nil where they are no text.
  /// - Returns: the status to end with.
  static func run(_ words: [String]?) async -> ExitStatus {
    let settings = Settings()
    let interrupts = Interrupts(hearsSignal: true)
    let streams = StandardStreams(interrupt: interrupts.flag, reader: TerminalStyle.reader)
    do {
      guard let words else { throw ShellError(.usage, "a word of the command line is not UTF-8") }
      let options = try StartOptions(words)
      options.apply(to: settings)
      let shell = try shell(options, settings, streams, interrupts)
      return await start(options.source, in: shell)
    } catch {
      let error = ShellError(error)
      streams.tell(Diagnostic(error, file: "seashell"), format: settings.output)
      return error.status
    }
  }

  private static func start(_ source: StartOptions.Source, in shell: Shell) async -> ExitStatus {
    switch source {
    case .input: await shell.run(descriptor: STDIN_FILENO, named: "stdin")
    case .text(let text): await shell.run(text: text, named: "-c")
    case .file(let path, let arguments): await shell.run(file: path, arguments: arguments)
    case .words(let words): await shell.run(words: words)
    case .version: await shell.run(words: ["version"])
    case .help: await shell.run(help: HelpText(StartOptions.specification, path: "seashell"))
    }
  }

  private static func shell(
    _ options: StartOptions, _ settings: Settings, _ streams: StandardStreams,
    _ interrupts: Interrupts
  ) throws -> Shell {
    let bus = EventBus { error, event in
      tell("a listener of \(event.eventName) failed: \(type(of: error))")
    }
    let verbose = settings.verbose
    let directories = Directories(environment: environmentVariable)
    let embedded = EmbeddedTransport(database: "\(directories.data)/shop.db")
    // The transport looks at paths only; credentials go to this machine.
    let environments = [
      try ShopEnvironment(name: "embedded", address: "http://localhost", version: "v1")
    ]
    let client = ShopClient(
      try EnvironmentRegistry.find(options.environment ?? "embedded", in: environments),
      events: bus, trace: { line in if verbose.isRaised { tell(line()) } },
      transports: { _ in embedded })

    let shell = try Shell(
      version: version, bus: bus, settings: settings, streams: streams, interrupts: interrupts,
      environment: environmentVariable)
    let context = ModuleContext(
      bus: bus, client: client,
      environments: EnvironmentRegistry(environments, client: client),
      console: ScriptConsole(
        streams: streams, settings: settings, scriptIsInput: options.source == .input),
      directories: directories)
    let modules: [any FeatureModule] = [
      EnvironmentsModule(context), ProductsModule(context), ReviewsModule(context),
      SessionModule(context),
    ]
    for module in modules { try shell.modules.load(module) }
    return shell
  }

  /// Writes a line on standard error, from any thread.
  private nonisolated static func tell(_ line: String) {
    let text = TerminalText.escaped(line) + "\n"
    _ = text.utf8.withContiguousStorageIfAvailable {
      write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }

  private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
