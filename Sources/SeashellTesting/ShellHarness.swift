import ShellOutput
package import ShellRuntime
public import SeashellKit

/// A whole shell in memory, for a test of a module: lines go in, results and errors come out.
@MainActor
public final class ShellHarness {
  /// The bus on which the modules meet.
  public let bus = EventBus()

  /// The user.
  public let console: RecordingConsole

  /// What the modules are given.
  public let context: ModuleContext

  /// The shell.
  package let shell: Shell

  private let output = MemorySink()
  private let errors = MemorySink()

  /// Makes a shell without modules.
  ///
  /// - Parameters:
  ///   - transport: answers the requests of the modules.
  ///   - console: the user.
  ///   - directory: holds the shell's files; a test that writes any gives one of its own.
  ///   - clock: what waits go by.
  ///   - retries: when requests are sent again: never, unless a test is about that.
  public init(
    _ transport: any Transport, console: RecordingConsole = RecordingConsole(),
    directory: String = "/nonexistent", clock: any Clock<Duration> = ContinuousClock(),
    retries: APIRetrySettings = .never
  ) throws {
    self.console = console
    let environment = try APIEnvironment(
      name: "test", address: "http://localhost", version: "v1")
    let client = EnvironmentClient(environment, events: bus, retries: retries) { _ in transport }
    context = ModuleContext(
      bus: bus, client: client,
      environments: EnvironmentRegistry([environment], client: client), console: console,
      clock: clock, directories: Directories { $0.hasPrefix("XDG_") ? directory : nil })
    shell = try Shell(
      version: "0", bus: bus, settings: ShellSettings(),
      streams: StandardStreams(output: output, errors: errors), clock: clock)
  }

  /// Runs a text as a script.
  ///
  /// - Returns: its status, and what it wrote.
  public func run(_ text: String) async -> (status: Int32, output: String, errors: String) {
    let (written, told) = (output.bytes.count, errors.bytes.count)
    let status = await shell.run(text: text, named: "test")
    return (
      status.rawValue, String(decoding: output.bytes[written...], as: UTF8.self),
      String(decoding: errors.bytes[told...], as: UTF8.self)
    )
  }

  /// The loaded modules, by name.
  public var modules: [any FeatureModule] { shell.modules.modules }

  /// Loads a module.
  ///
  /// - Throws: `ShellError` if the module's name is taken or one of its specifications is wrong, and
  ///   what the module's own `load` throws.
  public func load(_ module: any FeatureModule) throws { try shell.modules.load(module) }

  /// Unloads a module.
  ///
  /// - Throws: `ShellError` if no module has that name.
  public func unload(_ name: String) throws { try shell.modules.unload(name) }

  /// The candidates that the loaded modules offer for a completion kind, at once and without waiting.
  ///
  /// - Parameters:
  ///   - kind: the kind: `products.id`.
  ///   - prefix: what is typed of the word.
  public func completions(
    of kind: String, for prefix: String
  ) -> [CompletionSource.Candidate] {
    shell.modules.completions(of: kind, for: prefix)
  }

  /// Asks the process to end, as SIGTERM would: a command that waits for that hears it.
  public func terminate() {
    shell.terminate()
  }
}
